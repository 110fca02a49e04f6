"""Speed and memory of an embedder: `python bench/embedder.py --driver e5 --threads 1 --json -`.

Times are medians over single calls, as a recall makes them, and the rate over lists, as an import
makes them. Beside each wall time stands processor time, which other processes disturb less.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from retold.ports import Embedder
from retold.registry import driver
from retold.settings import EmbedderSettings

QUERIES = {
    "en": (
        "What food should I avoid?",
        "When did I move to Leeds?",
        "What is my dog called?",
        "Which keyboard do I like?",
        "Who plays chess with me?",
    ),
    "zh": (
        "我不能吃什么食物？",
        "我是什么时候搬到杭州的？",
        "我的狗叫什么名字？",
        "我喜欢什么样的键盘？",
        "谁和我一起下棋？",
    ),
}
SENTENCES = (
    "I am allergic to peanuts, and last year a biscuit sent me to hospital.",
    "我对花生过敏，去年一块饼干就让我进了医院。",
    "We moved to Leeds in May because Anna found work at the library.",
    "我们五月搬到了杭州，因为安娜在图书馆找到了工作。",
    "Blue switches are too loud for me; I want something quiet for the office.",
    "青轴对我来说太吵了，我想要一把办公室用的安静键盘。",
    "My brother and I play chess on Fridays, and he nearly always wins.",
    "我和弟弟每周五下棋，几乎总是他赢。",
)
WARM_UP = 10
CALLS = 200
LISTS = 12


def main() -> int:
    """Measure one embedder and print what was found."""
    options = _options()
    before = _peak_megabytes()
    start = time.perf_counter()
    settings = EmbedderSettings(driver=options.driver, threads=options.threads)
    embedder: Embedder = driver("retold.embedders", options.driver)(settings)
    embedder.embed(["one"], purpose="query")
    load_seconds = time.perf_counter() - start
    metrics: dict[str, Any] = {"load_seconds": load_seconds}
    for language, queries in QUERIES.items():
        wall, processor = _milliseconds_a_query(embedder, queries)
        metrics[f"ms_per_query_{language}"] = wall
        metrics[f"processor_ms_per_query_{language}"] = processor
    metrics["sentences_per_second"], metrics["sentences_per_processor_second"] = _rates(embedder)
    metrics["rss_megabytes"] = _peak_megabytes() - before
    result = {
        "command": "bench embedder",
        "embedder": embedder.identity,
        "threads": options.threads,
        "machine": f"{platform.machine()} {platform.system()} Python {platform.python_version()}",
        "seed": 0,
        "metrics": {name: round(value, 2) for name, value in metrics.items()},
        "seconds": round(time.perf_counter() - start, 1),
    }
    _print(result)
    if options.json:
        text = json.dumps(result, ensure_ascii=False) + "\n"
        sys.stdout.write(text) if options.json == "-" else Path(options.json).write_text(
            text, "utf-8"
        )
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed and memory of an embedder.")
    parser.add_argument("--driver", default="e5", help="name of an installed embedder")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", metavar="FILE", help="also write the result; - is the output")
    return parser.parse_args()


def _milliseconds_a_query(embedder: Embedder, queries: tuple[str, ...]) -> tuple[float, float]:
    def ask(call: int) -> None:
        embedder.embed([queries[call % len(queries)]], purpose="query")

    wall, processor = _timed(ask, CALLS)
    return 1000 * wall, 1000 * processor


def _rates(embedder: Embedder) -> tuple[float, float]:
    sentences = SENTENCES * 2
    wall, processor = _timed(lambda _: embedder.embed(sentences, purpose="passage"), LISTS)
    return len(sentences) / wall, len(sentences) / processor


def _timed(work: Callable[[int], object], calls: int) -> tuple[float, float]:
    """Median seconds of a call: on the wall, and of the processor."""
    wall, processor = [], []
    for call in range(WARM_UP + calls):
        start, start_processor = time.perf_counter(), time.process_time()
        work(call)
        if call >= WARM_UP:
            wall.append(time.perf_counter() - start)
            processor.append(time.process_time() - start_processor)
    return statistics.median(wall), statistics.median(processor)


def _peak_megabytes() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1024)


def _print(result: dict[str, Any]) -> None:
    print(f"{result['embedder']}, threads {result['threads']}, {result['machine']}")
    for name, value in result["metrics"].items():
        print(f"  {name:<32}{value:>10.2f}")


if __name__ == "__main__":
    sys.exit(main())
