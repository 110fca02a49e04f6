import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.records import Corpus, Hit, Source, Unit
from retold.retriever.hits import Scored, turn_text, unit_hit
from retold.retriever.linked import linked
from retold.retriever.rank import Ranked
from retold.settings import RetrieverSettings
from tests.unit.retriever.stores import kept, said

ASKED = "Which event is in Qingdao?"


def candidate(item, score):
    """A scored candidate, of which only the hit is looked at."""
    hit = (
        unit_hit(item, score)
        if isinstance(item, Unit)
        else Hit(
            id=item.id,
            corpus=Corpus.TURNS,
            text=turn_text(item),
            score=score,
            signals={},
            reasons=(),
            sources=(item.id,),
            occurred_at=item.occurred_at,
            turn=item,
        )
    )
    ranked = Ranked(ids=(item.id,), sums=np.zeros(1), parts={})
    return Scored(hit=hit, found=None, ranked=ranked, row=0, fresh=1.0, alone=score)


def raised(question, *texts, weight=0.4, least=0.25):
    scores = (0.9, *(0.5 for _ in texts[1:]))
    scored = [
        candidate(said(str(i), text), score)
        for i, (text, score) in enumerate(zip(texts, scores, strict=True))
    ]
    return [one.hit.score for one in linked(scored, question, weight=weight, least=least)]


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        (ASKED, ("Sound and Colour is in Qingdao.", "I go to Sound and Colour.", "I go to Ink.")),
        (
            "哪个活动在青岛？",
            ("音画艺术展在青岛。", "我将要参加音画艺术展。", "我将要参加购物节。"),
        ),
    ],
)
def test_what_the_best_names_leads_on(question, texts):
    best, follows, other = raised(question, *texts)
    assert best == 0.9
    assert follows > other == 0.5


def test_words_of_the_question_lead_nowhere():
    assert raised(ASKED, "It is in Qingdao.", "Qingdao, an event.") == [0.9, 0.5]


@pytest.mark.parametrize("question", ["How many events are in Qingdao?", "青岛有几个活动？"])
def test_a_question_for_many_is_not_led_on(question):
    texts = ("Sound and Colour is in Qingdao.", "I go to Sound and Colour.")
    assert raised(question, *texts) == [0.9, 0.5]


def test_what_does_not_fit_itself_leads_nowhere():
    texts = ("Sound and Colour is in Qingdao.", "I go to Sound and Colour.")
    assert raised(ASKED, *texts, least=0.95) == [0.9, 0.5]


def test_nothing_stays_nothing():
    assert linked([], ASKED, weight=0.4, least=0.25) == []


@given(
    st.lists(st.text("ab 青岛", max_size=12), min_size=1, max_size=6),
    st.floats(0, 1),
)
def test_scores_rise_only_and_stay_below_one(texts, weight):
    before = (0.9, *(0.5 for _ in texts[1:]))
    after = raised(ASKED, *texts, weight=weight)
    assert all(old <= new <= 1.0 for old, new in zip(before, after, strict=True))
    assert after[0] == 0.9


@pytest.mark.anyio
async def test_a_recall_follows_the_name_and_says_so(store):
    await store.add_units(
        kept("place", "Sound and Colour is held in Lisbon."),
        kept("name", "Ada signed up for Sound and Colour."),
        kept("other", "Ada signed up for Ink and Paper."),
    )
    question, alone = "Which trip is to Lisbon?", RetrieverSettings(linked=0.0)
    before = {
        hit.id: hit for hit in (await store.recall(question, settings=alone, threshold=0.0)).hits
    }
    after = {hit.id: hit for hit in (await store.recall(question, threshold=0.0)).hits}
    assert after["name"].score > before["name"].score
    assert {after[i].score - before[i].score for i in ("place", "other")} == {0.0}
    assert 0 < after["name"].signals["linked"] <= 1
    assert "tells of what the best hit names" in after["name"].reasons


TALL = "The one who is 164 cm tall, what do they do?"
TALL_ZH = "身高164厘米的那个人，是做什么的？"


def of_subjects(question, *units, usual="user"):
    """Scores of units, given as subject and content, among others about somebody else."""
    others = [(usual, f"The user likes thing {n}.") for n in range(4)]
    scored = [
        candidate(kept(str(n), content, subject=subject), 0.9 if n == 0 else 0.5)
        for n, (subject, content) in enumerate([*units, *others])
    ]
    return [one.hit.score for one in linked(scored, question, weight=0.4, least=0.25)][: len(units)]


@pytest.mark.parametrize(
    ("question", "subject", "units"),
    [
        (TALL, "cousin", ("She is 164 cm tall.", "A teacher.", "A clerk.")),
        (TALL_ZH, "表妹", ("她身高164厘米。", "是老师。", "是柜员。")),
    ],
)
def test_of_somebody_whom_the_question_does_not_name_the_best_leads_to_all_else(
    question, subject, units
):
    tall, teacher, clerk = units
    found = of_subjects(question, (subject, tall), (subject, teacher), ("boss", clerk))
    assert found == pytest.approx([0.9, 0.5 + 0.4 * 0.9 * 0.5, 0.5])


def test_who_is_named_in_the_question_leads_nowhere():
    question = "How tall is my cousin?"
    assert of_subjects(question, ("cousin", "164 cm."), ("cousin", "A teacher.")) == [0.9, 0.5]


@pytest.mark.parametrize("usual", ["user", "Ada"])
def test_whom_most_is_about_leads_nowhere(usual):
    found = of_subjects(TALL, (usual, "164 cm."), (usual, "A teacher."), usual=usual)
    assert found == [0.9, 0.5]


def test_the_best_may_be_the_turn_that_tells_of_them():
    turn = candidate(said("1", "My cousin stands 164 cm."), 0.9)
    units = [
        candidate(kept("a", "164 cm tall.", subject="cousin", sources=(source("1"),)), 0.6),
        candidate(kept("b", "A teacher.", subject="cousin"), 0.5),
        *(candidate(kept(name, f"A {name}.", subject="boss"), 0.5) for name in ("clerk", "baker")),
    ]
    found = linked([turn, *units], TALL, weight=0.4, least=0.25)
    assert [one.hit.score for one in found][2:] == pytest.approx([0.68, 0.5, 0.5])


def source(turn_id):
    return Source(turn_id=turn_id, start=0, end=9)
