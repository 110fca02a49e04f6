"""A memory that grows too fast becomes stricter by itself."""

import anyio
import pytest

from retold import AsyncMemory, Said
from retold.settings import load

pytestmark = pytest.mark.anyio


async def test_the_threshold_that_follows_is_the_one_that_decides(tmp_path, clock):
    given = {"embedder.driver": "hashing", "writer.threshold": 0.5}
    given |= {"writer.growth_least": 1, "writer.growth_most": 2}
    chosen = await anyio.to_thread.run_sync(load, given)
    memory = await AsyncMemory.open(tmp_path / "m.db", settings=chosen, clock=clock)
    async with memory:
        for i in range(12):
            user = memory.user(f"user {i}", session="one")
            await user.remember([Said(text=f"My bike has {i + n} gears.") for n in range(6)])
        remembering = memory._store.remembering
        assert await remembering._growth.threshold("default", now=clock.now()) == 0.5
        clock.pass_time(hours=1)
        raised = await remembering._growth.threshold("default", now=clock.now())
        assert 0.5 < raised <= 0.512
        seen = []
        write = remembering._writer.write

        async def watched(*turns, **named):
            seen.append(named["threshold"])
            return await write(*turns, **named)

        remembering._writer.write = watched
        await memory.user("ada").remember("My bike has 3 gears.")
        assert seen == [raised]
