import json

import numpy as np

from retold.drivers.embedders.adapters import LinearAdapter, write_adapter


def exchanges(count=12):
    texts = ("Which tea do I like?", "You like green tea.", "我喜欢什么茶？", "你喜欢绿茶。")
    for number in range(count):
        for place in range(2):
            yield {
                "type": "turn",
                "conversation": f"c{number}",
                "id": f"{number}-{place}",
                "role": ("user", "assistant")[place],
                "text": f"{texts[2 * (number % 2) + place]} {number}",
            }


def log(place):
    file = place / "log.jsonl"
    file.write_text("\n".join(map(json.dumps, exchanges())), "utf-8")
    return str(file)


def test_training_tells_what_it_gains_and_how_to_use_it(run, value, place):
    options = ("embed", "train", log(place), "--seed", "1")
    result = json.loads(run(*options, "--json", code=None).stdout)
    assert set(result["before"]) == set(result["after"]) == {"MRR@10", "R@10"}
    written = result["adapter"] is not None
    assert (place / "adapter.npz").exists() == written
    code = 0 if written else 1
    text = run(*options, "--out", "other.npz", code=code).stdout
    assert ("RETOLD_EMBEDDER__ADAPTER=" in text) == written
    assert ("nothing is written" in text) != written


def test_a_file_that_is_there_is_wrong_use(run, place):
    (place / "adapter.npz").write_text("mine")
    result = run("embed", "train", log(place), code=2)
    assert "exists already" in result.stderr


def test_a_log_with_too_little_in_it_is_wrong_use(run, place):
    file = place / "short.jsonl"
    file.write_text(json.dumps(next(exchanges())), "utf-8")
    assert "at least are needed" in run("embed", "train", str(file), code=2).stderr


def test_the_doctor_names_the_adapter_or_what_is_wrong_with_it(run, value, place, monkeypatch):
    (check,) = (c for c in value("doctor")["checks"] if c["name"] == "embedder")
    identity = check["detail"].partition(",")[0]
    size = int(identity.rpartition("/")[2])
    made = LinearAdapter(embedder=identity, matrix=np.eye(size))
    write_adapter(place / "mine.npz", made)
    monkeypatch.setenv("RETOLD_EMBEDDER__ADAPTER", "mine.npz")
    (check,) = (c for c in value("doctor")["checks"] if c["name"] == "embedder")
    assert check["detail"].endswith(f"adapter {made.name}")
    monkeypatch.setenv("RETOLD_EMBEDDER__ADAPTER", "missing.npz")
    (check,) = (c for c in value("doctor", code=1)["checks"] if c["name"] == "embedder")
    assert check["state"] == "failure"
