import json

import pytest


@pytest.fixture
def data_set(tmp_path):
    """Write turns and questions as a file of the data format; a turn is a text or (text, keys)."""

    def write(turns, questions=(), conversation="c1", name="own"):
        file = tmp_path / f"{name}.jsonl"
        lines = []
        for i, turn in enumerate(turns):
            text, more = (turn, {}) if isinstance(turn, str) else turn
            said = {"type": "turn", "conversation": conversation, "id": str(i + 1), "text": text}
            lines.append(said | {"at": f"2026-03-{i + 1:02}T10:00:00"} | more)
        for i, (text, more) in enumerate(questions):
            asked = {"type": "question", "conversation": conversation, "id": f"q{i}", "text": text}
            lines.append(asked | more)
        with file.open("a", encoding="utf-8") as target:
            target.write("".join(json.dumps(line) + "\n" for line in lines))
        return file

    return write


@pytest.fixture
def quick_embedder(monkeypatch):
    """An embedder that needs no weights."""
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "hashing")
