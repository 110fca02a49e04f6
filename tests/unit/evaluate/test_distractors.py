import pytest

from retold.errors import DatasetError
from retold.evaluate.distractors import draw, read_parts
from retold.evaluate.pairs import LANGUAGES, own_folder, read_pairs

PARTS = """
[subjects]
people = { en = ["Uncle Bo", "Aunt Jo"], zh = ["波叔", "乔姨"] }
[values]
town = { en = ["Cork", "Nice", "Bern"], zh = ["科克", "尼斯", "伯尔尼"] }
[[frames]]
of = "people"
value = "town"
en = "{who} lives in {value}."
zh = "{who}住在{value}。"
"""


@pytest.fixture
def folder(tmp_path):
    def write(text):
        (tmp_path / "distractors.toml").write_text(text, "utf-8")
        return tmp_path

    return write


def test_a_subject_meets_a_frame_once_and_both_languages_say_the_same(folder):
    drawn = draw(read_parts(folder(PARTS)), 2, seed=3)
    assert sorted(text.split(" lives")[0] for text in drawn["en"]) == ["Aunt Jo", "Uncle Bo"]
    words = {
        "Uncle Bo": "波叔",
        "Aunt Jo": "乔姨",
        "Cork": "科克",
        "Nice": "尼斯",
        "Bern": "伯尔尼",
    }
    for english, chinese in zip(drawn["en"], drawn["zh"], strict=True):
        who, where = english.removesuffix(".").split(" lives in ")
        assert chinese == f"{words[who]}住在{words[where]}。"


def test_more_than_the_parts_make_is_an_error(folder):
    with pytest.raises(DatasetError, match="make 2 distractors, not 3"):
        draw(read_parts(folder(PARTS)), 3, seed=0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "not TOML"),
        (PARTS.replace('"波叔", ', ""), "2 in English, 1 in Chinese"),
        (PARTS.replace('value = "town"', 'value = "city"'), "lists that are not there"),
        (PARTS.replace('zh = "{who}住在{value}。"', 'zh = "{who}在这。"'), "lacks a blank"),
        (PARTS.replace('of = "people"\n', ""), "frames.0.of: Field required"),
    ],
)
def test_parts_that_do_not_follow_the_format_are_an_error(folder, text, message):
    with pytest.raises(DatasetError, match=message):
        read_parts(folder(text))


def test_missing_parts_are_an_error_that_says_what_to_do(tmp_path):
    with pytest.raises(DatasetError, match=r"distractors.toml cannot be read") as raised:
        read_parts(tmp_path)
    assert "--distractors 0" in raised.value.hint


# ── The parts of this project ──────────────────────────────────────────────────────────────────


def test_two_thousand_are_drawn_each_different_and_the_seed_decides():
    parts = read_parts(own_folder())
    drawn = draw(parts, 2000, seed=0)
    assert drawn == draw(parts, 2000, seed=0)
    assert drawn != draw(parts, 2000, seed=1)
    for spoken in LANGUAGES:
        assert len(set(drawn[spoken])) == 2000
        assert not any("{" in text for text in drawn[spoken])


@pytest.mark.parametrize("half", ["test", "tune"])
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_nobody_of_the_distractors_is_spoken_of_in_the_pairs(spoken, half):
    people = getattr(read_parts(own_folder()).subjects["people"], spoken)
    if spoken == "en":
        names = {who.split()[-1] for who in people}
    else:
        # A title takes two characters, and one before it is the name.
        titles = ("先生", "女士", "小姐", "老师", "师傅", "阿姨", "博士")
        names = {who[-3:] if who.endswith(titles) else who[-2:] for who in people}
    said = "\n".join(pair.said for pair in read_pairs(own_folder(), half)[spoken])
    assert {name for name in names if name in said} == set()
