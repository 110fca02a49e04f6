"""Each check of `make check` finds the fault it is there for, and nothing in a sound tree."""

import pytest

from checks import catches, documents, locks, promises, sizes


@pytest.fixture
def tree(tmp_path):
    """Write files below an empty root, by name; the root."""

    def write(texts):
        for name, text in texts.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return tmp_path

    return write


def source(text):
    return {"src/room.py": text}


def function(lines):
    return "def long():\n" + "    pass\n" * (lines - 1)


def test_a_file_of_400_lines_passes_and_of_401_does_not(tree):
    assert list(sizes.faults(tree(source("a = 1\n" * 400)))) == []
    (fault,) = sizes.faults(tree(source("a = 1\n" * 401)))
    assert fault.startswith("src/room.py:401:")


@pytest.mark.parametrize("folder", ["src", "tests", "bench", "checks"])
def test_a_function_of_50_lines_passes_and_of_51_does_not(tree, folder):
    assert list(sizes.faults(tree({f"{folder}/room.py": function(50)}))) == []
    (fault,) = sizes.faults(tree({f"{folder}/room.py": function(51)}))
    assert fault == f"{folder}/room.py:1: long has 51 lines, at most 50"


def test_a_method_counts_as_a_function(tree):
    text = "class Room:\n    async def long(self):\n" + "        pass\n" * 50
    (fault,) = sizes.faults(tree(source(text)))
    assert fault.startswith("src/room.py:2: long has 51 lines")


CATCHING_ALL = [
    "try:\n    a()\nexcept Exception:\n    pass\n",
    "try:\n    a()\nexcept Exception as error:\n    raise OSError from error\n",
    "try:\n    a()\nexcept BaseException:\n    b()\n",
    "try:\n    a()\nexcept:\n    b()\n",
    "try:\n    a()\nexcept (OSError, Exception):\n    b()\n",
    "try:\n    a()\nexcept builtins.Exception:\n    b()\n",
    "with suppress(Exception):\n    a()\n",
    "with contextlib.suppress(OSError, Exception):\n    a()\n",
]


@pytest.mark.parametrize("text", CATCHING_ALL)
def test_catching_everything_is_found(tree, text):
    (fault,) = catches.faults(tree(source(text)))
    assert fault.startswith("src/room.py:")


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    a()\nexcept OSError:\n    b()\n",
        "try:\n    a()\nexcept BaseException:\n    tidy()\n    raise\n",
        "with suppress(OSError):\n    a()\n",
    ],
)
def test_catching_what_is_expected_and_tidying_up_are_fine(tree, text):
    assert list(catches.faults(tree(source(text)))) == []


def test_only_two_named_places_may_catch_everything(tree):
    root = tree(source(CATCHING_ALL[0]))
    assert list(catches.faults(root, allowed=("src/room.py",))) == []
    (fault,) = catches.faults(root, allowed=("src/room.py", "src/b.py", "src/c.py"))
    assert "at most 2" in fault


PYPROJECT = """
[build-system]
requires = ["setuptools>=84"]
[project]
dependencies = ["numpy>=2"]
optional-dependencies = {cli = ["rich>=15"]}
[dependency-groups]
dev = ["pytest>=9"]
"""
HASH = "    --hash=sha256:00\n"
RUNTIME = f"numpy==2.4 \\\n{HASH}rich==15.0 \\\n{HASH}setuptools==84.1 \\\n{HASH}"
MODEL = f"# read as data\nweights==1.0 \\\n{HASH}"
DEV = f"pytest==9.1 ; sys_platform == 'linux' \\\n{HASH}{RUNTIME}"


def lock_faults(tree, runtime=RUNTIME, dev=DEV, model=MODEL):
    root = tree(
        {
            "pyproject.toml": PYPROJECT,
            "requirements/runtime.txt": runtime,
            "requirements/dev.txt": dev,
            "requirements/model.txt": model,
        }
    )
    return list(locks.faults(root))


def test_sound_locks_pass(tree):
    assert lock_faults(tree) == []


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://example.org/simple\n",
        "--extra-index-url=mirror\n",
        "-f ../wheels\n",
        "# from https://example.org/simple\n",
        "# found in /somewhere/else\n",
        "other @ file:///somewhere/other.whl\n",
    ],
)
def test_an_address_or_a_path_in_a_lock_is_found(tree, line):
    assert any(":1: " in fault for fault in lock_faults(tree, dev=line + DEV))


def test_a_pin_without_a_hash_is_found(tree):
    (fault,) = lock_faults(tree, dev=DEV + "other==1.0\n")
    assert fault.endswith("has no hash")


@pytest.mark.parametrize("line", ["weights==1.0\n", "weights>=1.0\n", "-f ../wheels\n"])
def test_what_is_installed_alone_is_pinned_and_hashed_too(tree, line):
    assert [fault[:24] for fault in lock_faults(tree, model=line)] == ["requirements/model.txt:1"]


def test_a_requirement_without_a_pin_is_found(tree):
    faults = lock_faults(tree, dev=f"other>=1.0 \\\n{HASH}{DEV}")
    assert faults == ["requirements/dev.txt:1: is not a pin"]


@pytest.mark.parametrize("text", [RUNTIME.replace("15.0", "14.9"), RUNTIME.partition("rich")[0]])
def test_a_lock_behind_pyproject_is_found(tree, text):
    assert any("rich>=15 is not met" in fault for fault in lock_faults(tree, runtime=text))


def test_locks_of_two_minds_are_found(tree):
    (fault,) = lock_faults(tree, dev=DEV.replace("2.4", "2.5"))
    assert "numpy is not 2.4" in fault


PROMISE = "## {}. Kept\n\n- `tests/test_a.py::test_one`\n\n"


TESTS = """\
class TestA:
    def test_in(self): ...
async def test_one(): ...
"""


def promise_faults(tree, text):
    return list(promises.faults(tree({"docs/promises.md": text, "tests/test_a.py": TESTS})))


TEN = "".join(PROMISE.format(number) for number in range(1, 11))


def test_ten_promises_with_their_tests_pass(tree):
    assert promise_faults(tree, TEN) == []
    assert promise_faults(tree, TEN.replace("::test_one", "::TestA::test_in")) == []


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("::test_one", "::test_two", "there is no"),
        ("::test_one", "::TestA::test_one", "there is no"),
        ("test_a.py", "test_b.py", "there is no"),
        ("`tests/test_a.py::test_one`", "a test", "names no test"),
        ("## 10. ", "## 11. ", "not 1 to 10"),
    ],
)
def test_a_promise_without_proof_is_found(tree, before, after, fault):
    found = promise_faults(tree, TEN.replace(before, after))
    assert found
    assert all(fault in line for line in found)


def test_a_promise_may_say_that_its_test_is_to_come(tree):
    text = TEN.replace("`tests/test_a.py::test_one`", "Not yet: nothing is written.")
    assert promise_faults(tree, text) == []


SOUND = {
    "Makefile": "test: ## run\n",
    "CONTRIBUTING.md": "# Contributing\n\nRun `make test`, see [the map](docs/map.md#rooms).\n",
    "docs/map.md": "# Map\n\n## Rooms\n\n| `room.py` | one |\n\n[1](decisions/0001-one.md)\n",
    "docs/decisions/0001-one.md": "# One\n",
    "src/retold/room.py": "",
}


def test_sound_pages_pass(tree):
    assert list(documents.faults(tree(SOUND))) == []


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("README.md", "[gone](docs/gone.md)", "README.md:1: docs/gone.md leads nowhere"),
        ("README.md", "\n[up](../up.md)", "README.md:2: ../up.md leads nowhere"),
        ("README.md", "[map](docs/map.md#attic)", "docs/map.md#attic names no heading"),
        ("README.md", "`make tea`", "there is no `make tea`"),
        ("README.md", "@@FIGURES@@", "@@FIGURES@@ is to be filled in"),
        ("README.md", "```python\nfrom retold import Attic\n```\n", "no public name Attic"),
        ("README.md", "```python\nif\n```\n", "code that does not parse"),
        ("CONTRIBUTING.md", "\n" * 121, "at most 120"),
        ("src/retold/attic.py", "", "does not name src/retold/attic.py"),
        ("src/retold/loft/a.py", "", "does not name src/retold/loft/"),
        ("docs/decisions/0001-two.md", "", "has the number of another decision"),
        ("docs/decisions/2.md", "", "is not named like"),
    ],
)
def test_a_fault_in_the_pages_is_found(tree, name, text, fault):
    assert any(fault in line for line in documents.faults(tree({**SOUND, name: text})))


def test_a_room_that_is_gone_from_the_package_but_on_the_map_is_found(tree):
    text = SOUND["docs/map.md"].replace("room.py` | one |", "room.py` | one |\n| `attic/` | two |")
    faults = list(documents.faults(tree({**SOUND, "docs/map.md": text})))
    assert faults == ["docs/map.md:1: names attic/, which does not exist"]
