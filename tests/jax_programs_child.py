"""Imports JAX, and forks a process for each program that it reads; run as a script of its own."""

import json
import os
import signal
import sys
import tempfile
import traceback
import warnings

_SECONDS = 300


def main():
    import jax
    import jax.numpy  # noqa: F401  # what each program starts from

    for line in sys.stdin:
        job = json.loads(line)
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            child = os.fork()
            if child == 0:
                os._exit(run(job, out.fileno(), err.fileno()))
            _, status = os.waitpid(child, 0)
            out.seek(0)
            err.seek(0)
            answer = {"code": os.waitstatus_to_exitcode(status)}
            answer |= {"out": out.read(), "err": err.read()}
        print(json.dumps(answer), flush=True)


def run(job, out, err):
    """The exit status of a program."""
    signal.alarm(_SECONDS)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.chdir(job["cwd"])
    sys.path[0] = job["cwd"]
    sys.argv = ["program.py", *job["arguments"]]
    if job["warn"]:
        action, _, category = job["warn"].partition("::")
        warnings.simplefilter(action, getattr(__builtins__, category or "Warning"))
    try:
        exec(compile(job["text"], "program.py", "exec"), {"__name__": "__main__"})
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    main()
