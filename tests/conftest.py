import os

import apsw
import onnxruntime
import pytest
from blockbuster import BlockBusterFunction, blockbuster_ctx
from hypothesis import settings

from tests import offline

# Settings of whoever runs the tests must not change what they see.
for name in [name for name in os.environ if name.startswith("RETOLD_")]:
    del os.environ[name]

offline.refuse()

# No deadline: a slow machine is not a fault. The same examples every time, unless asked for more.
settings.register_profile("default", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# What waits for a disk or a processor inside C, where nothing else sees it.
SLOW_CALLS = (
    (apsw.Connection, "execute"),
    (apsw.Connection, "executemany"),
    (apsw.Cursor, "execute"),
    (apsw.Cursor, "executemany"),
    (onnxruntime.InferenceSession, "run"),
)


@pytest.fixture(scope="session")
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def blocking_calls_are_errors():
    """A call of the package that blocks an event loop raises blockbuster's BlockingError."""
    excluded = ["retold.testing"]  # it is test code
    with blockbuster_ctx("retold", excluded_modules=excluded) as detector:
        for owner, method in SLOW_CALLS:
            call = BlockBusterFunction(
                owner, method, scanned_modules="retold", excluded_modules=excluded
            )
            detector.functions[call.full_name] = call
            call.activate()
        yield


@pytest.fixture(autouse=True)
def nothing_leaves_the_machine():
    """Fail a test that tried to, even where the code under test caught the refusal."""
    offline.attempts.clear()
    yield
    assert offline.attempts == []
