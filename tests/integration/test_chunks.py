"""Turns that are embedded together with the turns before them, from the first write to the erase."""

import anyio
import numpy as np
import pytest

from retold import AsyncMemory
from retold.records import Corpus
from retold.settings import load

pytestmark = pytest.mark.anyio
TALK = (
    "Which town was it?",
    "Kirkby Lonsdale, of course.",
    "Did you like it?",
    "I did, a lot.",
)


async def vectors(memory):
    store = memory._store
    model = store.encoder.identity
    found = await store.ledger.vectors(memory.user("ada").scope, Corpus.TURNS, model, after=0)
    texts = {turn.id: turn.text for turn in await memory.user("ada").turns()}
    made = {}
    for row in found.rows:
        made.setdefault(texts[row.item_id], []).append((row.part, row.vector))
    return {
        text: np.stack([vector for _, vector in sorted(parts, key=lambda part: part[0])])
        for text, parts in made.items()
    }


@pytest.fixture
async def opened(tmp_path, clock):
    memories = []

    async def act(**settings):
        given = {"embedder.driver": "hashing", "embedder.chunks": "exchange", **settings}
        chosen = await anyio.to_thread.run_sync(load, given)
        path = tmp_path / f"{len(memories)}.db"
        memory = await AsyncMemory.open(path, settings=chosen, clock=clock)
        memories.append(memory)
        return memory

    yield act
    for memory in memories:
        await memory.close()


@pytest.mark.parametrize("writer", [True, False])
async def test_one_by_one_at_once_and_later_give_the_same_vectors(opened, writer):
    made = []
    for when, together in (("now", False), ("now", True), ("later", False)):
        memory = await opened(**{"writer.enabled": writer, "embedder.when": when})
        user = memory.user("ada")
        for said in [list(TALK)] if together else [[text] for text in TALK]:
            await user.remember(said)
        await memory.fill()
        made.append(await vectors(memory))
    for found in made:
        assert [len(found[text]) for text in TALK] == [1, 2, 2, 2]
        for text in TALK:
            np.testing.assert_allclose(found[text], made[0][text], atol=1e-6)


async def test_an_answer_is_found_by_its_question(opened):
    plain, joined = await opened(**{"embedder.chunks": "turn"}), await opened()
    cosines = []
    for memory in (plain, joined):
        user = memory.user("ada")
        await user.remember(list(TALK))
        question = await memory._store.encoder.question(TALK[0])
        cosines.append((await vectors(memory))[TALK[1]] @ question)
    assert cosines[1].max() > cosines[0].max()


async def test_502_an_erased_turn_leaves_nothing_in_the_vectors_of_the_next(opened):
    memory = await opened()
    user = memory.user("ada")
    await user.remember(list(TALK))
    first, second, third, _ = await user.turns()
    before = await vectors(memory)
    await user.erase(turns=[second.id])
    after = await vectors(memory)
    assert first.text in after
    assert third.text not in after
    await memory.fill()
    made = (await vectors(memory))[third.text]
    assert not np.allclose(made[-1], before[third.text][-1])
