import pytest

from retold.errors import DatasetError
from retold.evaluate.abstention import AbstentionOptions, run_abstention

pytestmark = pytest.mark.usefixtures("quick_embedder")

TOLD = ["I bought a red kettle at the market.", "我周五要去看牙医。", "My bicycle was stolen."]
KNOWN = [
    ("Who bought a red kettle at the market?", {"evidence": ["1"], "category": "known"}),
    ("我周五要去看牙医吗？", {"evidence": ["2"], "category": "known"}),
]
UNKNOWN = [
    ("How tall is Mount Everest?", {"abstain": True, "category": "unknown"}),
    ("珠穆朗玛峰有多高？", {"abstain": True, "category": "unknown"}),
]


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    # A hash of two messages is near to anything, and that of a question without content says nothing.
    monkeypatch.setenv("RETOLD_EMBEDDER__CHUNKS", "turn")
    monkeypatch.setenv("RETOLD_EMBEDDER__TURN_QUESTIONS", "false")


def run(file, **options):
    return run_abstention(file, AbstentionOptions(**{"preset": "dual"} | options))


def test_a_memory_that_is_surer_of_what_it_knows_has_the_whole_area(data_set):
    result = run(data_set(TOLD, KNOWN + UNKNOWN))
    assert result["metrics"] == {
        "auroc": 1.0,
        "injected_answerable": 100.0,
        "injected_unanswerable": 0.0,
    }
    assert result["interval"]["auroc"] == [1.0, 1.0]
    assert result["by_category"] == {
        "known": {"auroc": 1.0, "injected": 100.0},
        "unknown": {"injected": 0.0},
    }
    assert (result["command"], result["questions"]) == ("eval abstention", 4)
    assert result["latency_ms"]["p50"] > 0


def test_one_that_is_surer_of_what_nothing_answers_has_none_of_it(data_set):
    swapped = [
        (KNOWN[0][0], {"abstain": True}),
        (UNKNOWN[0][0], {"evidence": ["1"]}),
    ]
    result = run(data_set(TOLD, swapped))
    assert result["metrics"]["auroc"] == 0.0
    assert result["metrics"]["injected_unanswerable"] == 100.0


def test_categories_may_say_what_nothing_answers(data_set):
    plain = [(text, {"category": keys["category"]}) for text, keys in KNOWN + UNKNOWN]
    file = data_set(TOLD, plain)
    assert run(file, categories=("unknown",))["metrics"]["auroc"] == 1.0
    assert run(file, categories=("known",))["metrics"]["auroc"] == 0.0
    with pytest.raises(DatasetError, match="some that nothing answers"):
        run(file)
    with pytest.raises(DatasetError, match="some that nothing answers"):
        run(file, categories=("known", "unknown"))


def test_all_presets_give_a_list_and_the_limit_chooses_conversations(data_set):
    data_set(TOLD, KNOWN + UNKNOWN)
    file = data_set(TOLD, KNOWN, conversation="c2")
    results = run(file, preset="all", limit=1)
    assert [r["preset"] for r in results] == ["blenderbot2", "dual", "selective", "verbatim"]
    assert {r["questions"] for r in results} == {4}
    assert run(file)["questions"] == 6
