"""`retold eval writing`: writers side by side, what a model did, and why it did not."""

import json

import pytest

from retold.testing.endpoints import FakeEndpoint

SAID = {
    "en": ("I'm allergic to peanuts.", "Went to see the flat on Quay Street, and we fell for it."),
    "zh": ("我对花生过敏。", "昨天去看了码头街的那套房子，我们俩一眼就喜欢上了。"),
}


@pytest.fixture(params=SAID)
def file(request, lines, question, place):
    (place / "log.jsonl").write_text(lines(*SAID[request.param]) + question, "utf-8")
    return "log.jsonl"


@pytest.fixture
def endpoint(monkeypatch):
    """What the model answers, as a status and a text."""
    answer = [200, json.dumps({"statements": []})]

    def answered(_):
        return answer[0], {"choices": [{"message": {"content": answer[1]}}]}

    with FakeEndpoint(answered) as service:
        for name, value in {"DRIVER": "openai", "URL": service.url, "NAME": "small"}.items():
            monkeypatch.setenv(f"RETOLD_MODEL__{name}", value)
        yield answer


def compare(run, file, *more, **options):
    return run(
        "eval", "writing", file, "--split", "all", "--writers", "rules,trained,model", *more,
        **options,
    )  # fmt: skip


def test_three_writers_stand_side_by_side_with_what_the_model_did(run, file, endpoint):
    shown = compare(run, file).stdout
    first = [line.split()[0] for line in shown.splitlines() if line.strip()]
    assert [name for name in first if name in ("rules", "trained")] == ["rules", "trained"]
    assert first.count("model") == 2  # a row of measures, and a table of what it did
    (told,) = [line.split() for line in shown.splitlines() if line.startswith("small/write-1")]
    assert told[1:] == ["1", "0", "0", "0", "1"]


def test_json_holds_a_result_a_writer_in_the_order_that_was_asked(run, file, endpoint):
    results = json.loads(compare(run, file, "--json", "-").stdout)
    assert [result["writer"] for result in results] == ["rules", "trained", "model"]
    assert results[2]["model"]["left_out"] == 1


def test_an_endpoint_that_fails_is_told_and_ends_nothing(run, file, endpoint):
    endpoint[0] = 503
    shown = compare(run, file).stdout
    assert "1 × by rules alone: 127.0.0.1 answered 503" in shown


def test_without_a_model_in_the_settings_it_says_how_to_name_one(run, file):
    failed = compare(run, file, code=2)
    assert "needs a language model" in failed.stderr
    assert "set model.driver" in failed.stderr


def test_an_unknown_writer_is_wrong_use(run, file):
    failed = run("eval", "writing", file, "--writers", "trained,poet", code=2)
    assert "no writer 'poet'" in failed.stderr
    assert "one of: rules, trained, model" in failed.stderr
