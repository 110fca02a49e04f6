"""The guards of the test suite hold: nothing leaves the machine, nothing blocks an event loop."""

import asyncio
import socket
import time
from contextlib import contextmanager
from pathlib import Path

import anyio
import apsw
import pytest
from blockbuster import BlockingError

import retold
from tests import offline

# Set aside for documentation: nobody is there.
NOWHERE = "192.0.2.1"
NOWHERE_V6 = "2001:db8::1"


@contextmanager
def refused():
    with pytest.raises(offline.LeavesTheMachineError):
        yield
    assert len(offline.attempts) == 1
    offline.attempts.clear()


@pytest.mark.parametrize(
    ("family", "host"), [(socket.AF_INET, NOWHERE), (socket.AF_INET6, NOWHERE_V6)]
)
@pytest.mark.parametrize("connect", ["connect", "connect_ex"])
def test_a_connection_to_elsewhere_is_refused(family, host, connect):
    with socket.socket(family, socket.SOCK_STREAM) as outbound:
        outbound.settimeout(0)
        with refused():
            getattr(outbound, connect)((host, 80))


def test_a_datagram_to_elsewhere_is_refused():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outbound, refused():
        outbound.sendto(b"hello", (NOWHERE, 53))


def test_a_name_is_not_looked_up():
    with refused():
        socket.create_connection(("example.invalid", 80))


async def test_an_event_loop_is_refused_too():
    with refused():
        await asyncio.open_connection(NOWHERE, 80)


def test_an_attempt_is_kept_where_the_refusal_is_passed_over():
    with socket.socket() as outbound:
        try:
            outbound.connect((NOWHERE, 80))
        except offline.LeavesTheMachineError:
            assert offline.attempts == [f"socket.connect {NOWHERE}"]
    offline.attempts.clear()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_this_machine_may_be_reached(host):
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection((host, server.getsockname()[1])) as client:
            client.sendall(b"hello")
        server.accept()[0].close()


def test_a_socket_of_the_file_system_may_be_reached(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the path of such a socket has little room
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind("here")
        server.listen()
        client.connect("here")


def call_from_the_package(action):
    """Call something from a function that stands in a file of the package."""
    file = Path(retold.__file__).with_name("planted.py")
    names = {}
    exec(compile("def call(action):\n    return action()\n", file, "exec"), names)  # noqa: S102
    return names["call"](action)


async def test_a_blocking_call_in_an_event_loop_is_an_error(tmp_path):
    path = tmp_path / "file"
    with pytest.raises(BlockingError):
        call_from_the_package(lambda: time.sleep(0))
    with pytest.raises(BlockingError):
        call_from_the_package(lambda: path.write_text("hello"))


async def test_a_statement_in_an_event_loop_is_an_error():
    connection = apsw.Connection(":memory:")
    with pytest.raises(BlockingError):
        call_from_the_package(lambda: connection.execute("SELECT 1"))
    with pytest.raises(BlockingError):
        call_from_the_package(lambda: connection.cursor().execute("SELECT 1"))


async def test_a_blocking_call_in_a_worker_thread_is_fine():
    connection = apsw.Connection(":memory:")
    rows = await anyio.to_thread.run_sync(
        call_from_the_package, lambda: connection.execute("SELECT 1").fetchall()
    )
    assert rows == [(1,)]
