import json

import numpy as np
import pytest

from retold.evaluate.pairs import LANGUAGES, own_folder, read_pairs
from retold.retriever.bearing import learnt as shipped
from retold.text.similarity import jaccard
from retold.text.tokens import token_set
from training.bearing import Batch, Facts, digest, found, learnt, loss, read, start

# As alike as this, a fact or a question would be one of those that measure, in other words.
ALIKE = 0.5
SIZE = 8


def directions(generator, *shape):
    rows = generator.normal(size=shape)
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


@pytest.fixture
def facts():
    """Facts that lie where the questions point once they are turned."""
    generator = np.random.default_rng(1)
    told = directions(generator, 40, SIZE)
    asks = np.roll(told, 1, axis=1)[:, None] + 0.3 * directions(generator, 40, 2, SIZE)
    return Facts(facts={"en": told, "zh": told}, asks={"en": asks, "zh": asks})


def test_what_is_shipped_was_learnt_from_these_facts():
    assert shipped().digest == digest(read()), "python -m training.bearing"


@pytest.mark.parametrize("half", ["test", "tune"])
def test_nothing_that_measures_is_learnt_from(half):
    pairs = read_pairs(own_folder(), half)
    for language in LANGUAGES:
        said = [token_set(pair.said) for pair in pairs[language]]
        implied = [token_set(pair.implicit) for pair in pairs[language]]
        for fact in read():
            mine = token_set(fact[language])
            assert max(jaccard(mine, other) for other in said) < ALIKE, fact[language]
            for ask in fact["asks"]:
                asked = token_set(ask[language])
                assert max(jaccard(asked, other) for other in implied) < ALIKE, ask[language]


def test_learning_turns_questions_to_their_facts(facts):
    begun = start(np.zeros(SIZE))
    before, after = found(begun, facts), found(learnt(facts, np.zeros(SIZE), epochs=400), facts)
    assert before < 0.3
    assert after > 3 * before


def test_it_starts_by_taking_off_a_part_of_what_is_common():
    common = np.arange(3.0)
    assert start(common)[:, -1].tolist() == [0.0, -0.5, -1.0]
    assert start(common)[:, :-1].tolist() == np.eye(3).tolist()


def test_the_gradient_is_that_of_the_loss(facts):
    generator = np.random.default_rng(2)
    begun = start(generator.normal(size=SIZE))
    turn = begun + 0.1 * generator.normal(size=begun.shape)
    batch = Batch(questions=facts.asks["en"][:9, 0], facts=facts.facts["zh"], own=np.arange(9))
    _, gradient = loss(turn, begun, batch)
    for place in [(0, 0), (3, 5), (7, SIZE)]:
        step = np.zeros_like(turn)
        step[place] = 1e-6
        up, down = loss(turn + step, begun, batch)[0], loss(turn - step, begun, batch)[0]
        assert gradient[place] == pytest.approx((up - down) / 2e-6, abs=1e-5)


def test_a_line_without_a_text_is_refused(tmp_path):
    whole = {"en": "I sail.", "zh": "我会开帆船。", "asks": [{"en": "Do I sail?", "zh": ""}]}
    tmp_path.joinpath("a.jsonl").write_text(json.dumps(whole), "utf-8")
    with pytest.raises(ValueError, match=r"a\.jsonl, line 1"):
        read(tmp_path)
