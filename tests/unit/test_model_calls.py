from datetime import UTC, datetime, timedelta

import anyio
import pytest

from retold.errors import ModelError
from retold.model_calls import Asker, ModelCalls, ReplyError, Terms, json_of

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 5, 6, 12, 0, tzinfo=UTC)
ASKED = [("user", "多少？ How many?")]


class Scripted:
    """A model that answers as it is told, and keeps what it was asked."""

    identity = "scripted"

    def __init__(self, *replies):
        self.replies = list(replies)
        self.asked = []

    async def complete(self, messages, *, schema=None, timeout_seconds):
        self.asked.append(list(messages))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


def asker(model, *, calls_a_day=9, **terms):
    given = {"schema": {}, "timeout_seconds": 5.0} | terms
    return Asker(ModelCalls(model, calls_a_day=calls_a_day), Terms(**given))


def count(reply):
    try:
        return int(json_of(reply)["count"])
    except KeyError:
        raise ReplyError("There is no count.") from None


async def ask(one, *, tenant="t", now=NOW):
    return await one.ask(ASKED, count, tenant=tenant, now=now)


async def test_a_reply_is_read_with_prose_around_it():
    assert await ask(asker(Scripted('好的：{"count": 3}!'))) == 3


@pytest.mark.parametrize("reply", ["", "three", '{"count": ', '{"a": 1} {"b": 2}', '{"a":' * 9999])
def test_what_is_no_json_object_is_told_so(reply):
    with pytest.raises(ReplyError):
        json_of(reply)


async def test_what_cannot_be_read_is_asked_about_once_more():
    model = Scripted("three", '{"count": 3}')
    assert await ask(asker(model)) == 3
    assert model.asked[0] == ASKED
    first, (role, told), (_, repair) = model.asked[1]
    assert (first, role, told) == (ASKED[0], "assistant", "three")
    assert repair.startswith("The reply holds no JSON object.")


@pytest.mark.parametrize("repairs", [0, 1, 2])
async def test_it_gives_up(repairs):
    model = Scripted(*["{}"] * 9)
    with pytest.raises(ReplyError, match="There is no count"):
        await ask(asker(model, repairs=repairs))
    assert len(model.asked) == 1 + repairs


async def test_a_day_has_one_budget_whoever_asks():
    model = Scripted(*['{"count": 1}'] * 9)
    calls = ModelCalls(model, calls_a_day=2)
    one, other = (Asker(calls, Terms(schema={}, timeout_seconds=5.0)) for _ in range(2))
    await ask(one)
    await ask(other)
    for each in (one, other):
        with pytest.raises(ModelError, match="budget of 2 calls a day is used up"):
            await ask(each)
    await ask(one, tenant="another")
    await ask(other, now=NOW + timedelta(days=1))
    assert len(model.asked) == 4


async def test_repairs_count():
    model = Scripted(*["three"] * 9)
    with pytest.raises(ModelError, match="budget"):
        await ask(asker(model, calls_a_day=2, repairs=9))
    assert len(model.asked) == 2


async def test_after_a_failure_it_rests():
    model = Scripted(ModelError("it is down"), '{"count": 3}')
    one = asker(model, rest_seconds=30.0)
    with pytest.raises(ModelError, match="it is down"):
        await ask(one)
    for seconds in (0, 29):
        with pytest.raises(ModelError, match="failed a moment ago: it is down"):
            await ask(one, now=NOW + timedelta(seconds=seconds))
    assert len(model.asked) == 1
    assert await ask(one, now=NOW + timedelta(seconds=30)) == 3


async def test_a_model_that_does_not_keep_to_its_time_is_not_waited_for():
    class Endless(Scripted):
        async def complete(self, messages, *, schema=None, timeout_seconds):
            await anyio.sleep_forever()

    with pytest.raises(ModelError, match="did not answer"):
        await ask(asker(Endless(), timeout_seconds=0.01))
