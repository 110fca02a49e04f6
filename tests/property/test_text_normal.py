import unicodedata

from hypothesis import example, given
from hypothesis import strategies as st

from retold.text.normal import clean, digest, fold, normalise, plain, simplify

ANY = st.text(st.characters(exclude_categories=()))


@given(ANY)
def test_clean_text_can_be_stored_and_is_cleaned_once(text):
    cleaned = clean(text)
    assert cleaned.encode("utf-8")[:1] is not None
    assert "\0" not in cleaned
    assert clean(cleaned) == cleaned


@given(st.text())
def test_clean_leaves_well_formed_text_byte_for_byte(text):
    well_formed = text.replace("\0", "")
    assert clean(well_formed) == well_formed


@given(ANY)
def test_forms_that_keep_positions_keep_the_length(text):
    assert len(simplify(text)) == len(text)
    assert len(plain(text)) == len(text)
    assert simplify(simplify(text)) == simplify(text)


@given(
    st.text(st.sampled_from("aé字_+#$%~👍 \n.,:;!?-'\"()/…·。，、：；！？“”‘’（）《》「」『』【】"))
)
@example("x-y / 'z' …")
@example("“字”、字：字")
def test_marks_are_dropped_alike_with_and_without_a_number_behind_them(text):
    assert normalise(f"{text} 1") == f"{normalise(text)}1"


@given(st.text())
@example("İ")
@example("ǰ\u0323")
@example("資料庫")
def test_fold_and_normalise_change_nothing_the_second_time(text):
    assert fold(fold(text)) == fold(text)
    assert normalise(normalise(text)) == normalise(text)


@given(st.text())
def test_composed_and_decomposed_text_have_one_fingerprint(text):
    decomposed = unicodedata.normalize("NFD", text)
    assert digest(b"k", text) == digest(b"k", decomposed)


@given(st.text(st.sampled_from("abz 资料猫😀"), min_size=1), st.sampled_from(" .,!?，。！？\n“”"))
def test_marks_at_the_ends_and_case_change_no_fingerprint(text, mark):
    assert digest(b"k", mark + text + mark) == digest(b"k", text.upper())
