import pytest

from retold.drivers.embedders.hashing import HashingEmbedder
from retold.evaluate.asking import Asking, AskingOptions, asking_only, run_presets, settings_of
from retold.evaluate.datasets import Conversation, Question
from retold.records import Said

pytestmark = pytest.mark.usefixtures("quick_embedder")


class Listening:
    def __init__(self):
        self.asked = []
        self.turns = {}

    async def question(self, asked):
        self.asked.append((asked.user.scope.user, asked.question.id))

    async def finished(self, user, conversation):
        self.turns[user.scope.user] = [turn.text for turn in await user.turns()]


def talk(*texts, asks=("q1",)):
    turns = [Said(text=text, id=str(i)) for i, text in enumerate(texts)]
    return Conversation(turns=turns, questions=[Question(id=q, text="?") for q in asks])


@pytest.mark.parametrize("repeating", [False, True])
def test_every_conversation_is_a_user_whose_questions_are_asked_once_all_is_said(repeating):
    asker = Listening()
    talks = {"ada": talk("One.", "Two.", asks=("a", "b")), "ben": talk("One.")}
    told = []
    asking = Asking(
        settings=settings_of("verbatim"),
        asker=asker,
        total=6,
        progress=lambda done, total: told.append((done, total)),
        repeating=repeating,
    )
    assert asking.run(talks.items()) == "hashing/1/256"
    assert asker.asked == [("ada", "a"), ("ada", "b"), ("ben", "q1")]
    assert asker.turns == {"ada": ["One.", "Two."], "ben": ["One."]}
    assert told == [(2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]


def test_a_repeated_message_is_embedded_once(monkeypatch):
    embedded = []
    embed = HashingEmbedder.embed

    def counted(self, texts, *, purpose):
        embedded.extend(texts if purpose == "passage" else ())
        return embed(self, texts, purpose=purpose)

    monkeypatch.setattr(HashingEmbedder, "embed", counted)
    monkeypatch.setenv("RETOLD_EMBEDDER__CHUNKS", "turn")
    asking = Asking(settings=settings_of("dual"), asker=Listening(), total=0, repeating=True)
    asking.run({"ada": talk("One.", "Two.", "One."), "ben": talk("Two.")}.items())
    assert sorted(embedded) == ["One.", "Two."]


def test_only_the_wanted_questions_are_left():
    left = asking_only({"ada": talk("One.", asks=("a", "b"))}, lambda q: q.id == "b")
    assert [question.id for question in left["ada"].questions] == ["b"]
    assert left["ada"].turns[0].text == "One."


def test_one_preset_gives_its_result_and_all_a_list():
    assert run_presets(AskingOptions(preset="dual"), lambda o: {"preset": o.preset}) == {
        "preset": "dual"
    }
    results = run_presets(AskingOptions(preset="all"), lambda o: {"preset": o.preset})
    assert [r["preset"] for r in results] == ["blenderbot2", "dual", "selective", "verbatim"]
