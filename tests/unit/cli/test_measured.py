from rich.console import Console

from retold.cli.measured import measured_parts
from retold.cli.output import THEME, Output

RUN = {
    "dataset": "walks",
    "preset": "verbatim",
    "split": "all",
    "embedder": "hashing/1/256",
    "seed": 3,
    "metrics": {"auroc": 1.0, "stale_in_context": 0.0, "R@5": 0.5},
    "interval": {"auroc": [0.875, 1.0], "R@5": [0.0, 1.0]},
    "by_category": {"simple": {"R@5": 25.0}, "post": {"R@5": 75.0, "auroc": 0.25}},
    "coverage": {},
    "latency_ms": {"p50": 1.2, "p99": 9.8},
    "questions": 1234,
    "seconds": 2.0,
}


def shown(*runs, language="en"):
    output = Output(as_json=False, language=language, colour=False)
    console = Console(width=140, no_color=True, theme=THEME)
    with console.capture() as capture:
        for part in measured_parts(output, runs):
            console.print(part)
    return capture.get()


def rows(text):
    return [line.split() for line in text.splitlines()]


def test_an_area_is_a_share_of_one_and_everything_else_of_a_hundred():
    text = shown(RUN)
    assert "stale in context" in text
    assert ["verbatim", "1.000", "0.0", "0.5", "1/10"] in rows(text)
    assert ["0.88-1.00", "0-1"] in rows(text)
    assert "walks · split all · 1,234 questions · hashing/1/256 · seed 3 · 2 s" in text


def test_every_category_has_a_row_with_the_measures_that_it_has():
    text = rows(shown(RUN))
    assert ["verbatim", "simple", "25.0"] in text
    assert ["verbatim", "post", "75.0", "0.250"] in text


def test_one_category_needs_no_table():
    assert "category" not in shown(RUN | {"by_category": {"simple": {"R@5": 25.0}}})


def test_a_measure_that_one_preset_lacks_is_blank():
    lacking = RUN | {"preset": "dual", "metrics": {"auroc": 0.5}, "interval": {}}
    assert ["dual", "0.500", "1/10"] in rows(shown(lacking, RUN))


def test_noise_is_told_in_both_languages():
    assert "noise 10 times" in shown(RUN | {"noise": 10})
    assert "干扰消息 10 倍" in shown(RUN | {"noise": 10}, language="zh")
    assert "noise" not in shown(RUN)
