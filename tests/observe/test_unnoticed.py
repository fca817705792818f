"""A program that is watched does, says and ends as it does alone."""

from __future__ import annotations

import collections
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jaxopt_lint.observe.child.events import Called, Loop, Value
from jaxopt_lint.observe.reading import read
from jaxopt_lint.observe.running import Options
from jaxopt_lint.observe.store import Store

sys.path.insert(0, str(Path(__file__).parent))
from watching import _RUN, ROOT, at, line, plain, watched, write

ODD = '''
"""Doc."""
from __future__ import annotations

import atexit, collections, inspect, logging, pickle, sys, traceback, warnings
from threading import enumerate as threads

import helper

logging.basicConfig(format="%(filename)s:%(lineno)d %(funcName)s %(message)s")
N = collections.namedtuple("N", "a b")
atexit.register(print, "at exit")
print(N.__module__, __file__, __name__, sys.argv, sys.orig_argv[1:], sys.path[0], __spec__)
print(type(__loader__).__name__, __doc__, sorted(globals()), __builtins__.__name__)
print(inspect.getsource(helper.old), len(inspect.stack()), [one.name for one in threads()])


class A:
    def f(self, *, x=1, **kw):
        return sorted(locals())


class B(A):
    def f(self, **kw):
        return super().f(**kw)


def fail(d):
    return (d
        .get("a")
        .upper()
        .foo(
            1,
        ))


print(B().f(x=3, z=4), isinstance(B(), A), pickle.loads(pickle.dumps(B().f)).__name__)
helper.old()
logging.error("logged")
try:
    fail({"a": "x"})
except AttributeError:
    traceback.print_exc()
    traceback.print_stack()
"abc" is "x"
if sys.argv[1:] == ["exit"]:
    sys.exit("bye")
if sys.argv[1:] == ["code"]:
    sys.exit(7)
if sys.argv[1:] == ["interrupt"]:
    raise KeyboardInterrupt
if sys.argv[1:] == ["read"]:
    print(sys.stdin.read())
if sys.argv[1:] != ["fine"]:
    raise ValueError("v") from KeyError("k")
'''
HELPER = """
import warnings


def old():
    warnings.warn("it is old", DeprecationWarning, stacklevel=2)
"""


@pytest.mark.parametrize("argument", ["fine", "exit", "code", "interrupt", "raise"])
def test_a_script_ends_as_ever(tmp_path: Path, argument: str) -> None:
    write(tmp_path, {"train.py": ODD, "helper.py": HELPER})
    alone = plain(tmp_path, "-W", "default", "./train.py", argument)
    seen, run = watched(tmp_path, "-W", "default", "./train.py", argument)
    assert seen.out == alone.out and "at exit" in seen.out
    assert seen.err == alone.err and "it is old" in seen.err and ".foo" in seen.err
    assert seen.code == (128 - alone.code if alone.code < 0 else alone.code)
    assert not run.cut or argument == "interrupt"
    assert run.processes[0].argv == ["./train.py", argument]
    assert {one.place.function for one in run.of(Called)} >= {"A.f", "B.f", "fail", "old"}
    assert run.text("train.py") == (tmp_path / "train.py").read_text()
    assert not list(tmp_path.glob(".jaxopt-lint/runs/*/*.pyc"))


def test_modules_and_packages_run_as_ever(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/__main__.py": """
        import sys

        from pkg.part import f

        print(__name__, __package__, sys.argv[1:], f(2))
        1 / 0
        """,
        "pkg/part.py": "def f(x):\n    return [x * i for i in range(x)]\n",
    }
    write(tmp_path, files)
    alone = plain(tmp_path, "-m", "pkg", "a")
    seen, run = watched(tmp_path, "-m", "pkg", "a")
    assert (seen.out, seen.err, seen.code) == (alone.out, alone.err, 1)
    (called,) = run.of(Called)
    assert (called.place.file, called.place.function, called.count) == ("pkg/part.py", "f", 1)
    assert [one.file for one in called.chain] == ["pkg/__main__.py"]


def test_values_and_loops_are_told(tmp_path: Path) -> None:
    program = """
    def inner(items, flag=None, *rest, **named):
        total = 0
        for item in items:  # loop
            total += item
        return total


    def outer():
        return [inner(list(range(n)), n > 1, {"a": 1.5}) for n in (1, 2, 4)]


    print(outer(), inner((1, 2), key="x"))
    """
    write(tmp_path, {"train.py": program})
    seen, run = watched(tmp_path, "train.py")
    assert seen.out == "[0, 1, 6] 3\n"
    found = {(one.place.function, one.role, one.name): one.types for one in run.of(Value)}
    assert found["inner", "parameter", "items"] == {
        "list(int)": 1, "list[2 x int]": 1, "list[4 x int]": 1, "tuple[2 x int]": 1,
    }  # fmt: skip
    assert found["inner", "parameter", "flag"] == {"bool": 3, "NoneType": 1}
    assert found["inner", "parameter", "rest"] == {
        "tuple(dict(a: float))": 3, "tuple()": 1,
    }  # fmt: skip
    assert found["inner", "result", ""] == {"int": 4}
    (loop,) = at(run, Loop, line(tmp_path, "train.py", "loop"))
    assert isinstance(loop, Loop)
    assert (loop.count, loop.entries, loop.least, loop.most) == (9, 4, 1, 4)
    called = [one for one in run.of(Called) if one.place.function == "inner"]
    assert sorted((one.count, one.chain[0].function) for one in called) == [
        (1, "<module>"), (3, "outer.<locals>.<listcomp>"),
    ] if sys.version_info < (3, 12) else len(called) == 2  # fmt: skip
    _, run = watched(tmp_path, "train.py", options=Options(values=False))
    assert not run.of(Value) and run.of(Called)
    _, run = watched(tmp_path, "train.py", options=Options(functions=("out*",)))
    assert {one.place.function for one in run.of(Called)} == {"outer"}


def test_a_loop_that_several_threads_run_has_the_rounds_of_each(tmp_path: Path) -> None:
    program = """
    from threading import Barrier, Thread

    together = Barrier(4)


    def work():
        for _ in range(3):  # loop
            together.wait()


    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    """
    write(tmp_path, {"train.py": program})
    seen, run = watched(tmp_path, "train.py")
    assert seen.code == 0
    (loop,) = at(run, Loop, line(tmp_path, "train.py", "loop"))
    assert isinstance(loop, Loop)
    assert (loop.count, loop.entries, loop.least, loop.most) == (12, 4, 3, 3)


def test_functions_without_arrays_run_plainly_after_a_while(tmp_path: Path) -> None:
    program = """
    class Env:
        def step(self, a):
            return self.half(a) + 1

        @staticmethod
        def half(a):
            return a / 2


    def free(a):
        return -a


    env = Env()
    print(sum(free(env.step(i)) for i in range(2_000)))
    print("jaxopt" in str(env.step.__code__.co_names + free.__code__.co_names))
    """
    write(tmp_path, {"train.py": program})
    alone = plain(tmp_path, "train.py")
    seen, _ = watched(tmp_path, "train.py")
    assert seen.out == alone.out


def without_pids(text: str) -> str:
    return re.sub(r"pid=\d+", "pid=", text)


def test_several_processes_are_one_run(tmp_path: Path) -> None:
    program = """
    import multiprocessing, os, subprocess, sys


    def work(x):
        return x * 2


    if __name__ == "__main__":
        for method in ("fork", "spawn"):
            pool = multiprocessing.get_context(method).Pool(1)
            print(pool.map(work, [1, 2]))
            pool.close()
            pool.join()
            process = multiprocessing.get_context(method).Process(target=work, args=(3,))
            process.start()
            process.join()
            print(process.exitcode)
        print(subprocess.run([sys.executable, "other.py", "5"], capture_output=True, text=True))
        if os.fork() == 0:
            work(4)
            sys.exit(3)
        print(os.wait()[1] >> 8)
    """
    write(tmp_path, {"train.py": program, "other.py": "import sys\nprint(sys.argv)\n"})
    alone = plain(tmp_path, "train.py")
    seen, run = watched(tmp_path, "train.py")
    # From 3.12 on Python warns of a fork in a process with several threads: ours must not count.
    assert (seen.out, without_pids(seen.err), seen.code) == (
        alone.out,
        without_pids(alone.err),
        alone.code,
    )
    assert len(run.processes) >= 7
    assert ["other.py", "5"] in [process.argv for process in run.processes]
    called = [one for one in run.of(Called) if one.place.function == "work"]
    assert sum(one.count for one in called) == 7
    assert len({one.process for one in called}) == 5
    assert not [process.argv for process in run.processes if process.cut]


def test_tests_run_as_ever(tmp_path: Path) -> None:
    files = {
        "conftest.py": """
        import pytest


        @pytest.fixture(params=[1, 2])
        def number(request):
            return request.param
        """,
        "test_it.py": """
        import pytest


        def double(x):
            return x * 2


        def test_double(number, capsys):
            print(double(number))
            assert capsys.readouterr().out == f"{number + number}\\n"


        def test_fails():
            assert double([1]) == [1, 2], "a reason"


        def test_raises():
            with pytest.raises(ZeroDivisionError):
                double(1) / 0
        """,
    }
    write(tmp_path, files)

    def shown(text: str) -> str:
        return re.sub(r"in [\d.]+s", "", text)

    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=long")
    alone = plain(tmp_path, *command)
    seen, run = watched(tmp_path, *command)
    assert "assert [1, 1] == [1, 2]" in seen.out
    assert (shown(seen.out), seen.err, seen.code) == (shown(alone.out), alone.err, 1)
    assert not run.processes[0].unwatched
    found = collections.Counter[tuple[str, str]]()
    for one in run.of(Called):
        found[one.place.file, one.place.function] += one.count
    assert found["test_it.py", "double"] == 4 and found["conftest.py", "number"] == 2


def test_a_file_that_does_not_parse_fails_as_ever(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": "import bad\n", "bad.py": "x = (\n"})
    alone = plain(tmp_path, "train.py")
    seen, _ = watched(tmp_path, "train.py")
    assert (seen.out, seen.err, seen.code) == (alone.out, alone.err, 1)
    alone = plain(tmp_path, "bad.py")
    seen, _ = watched(tmp_path, "bad.py")
    assert (seen.out, seen.err, seen.code) == (alone.out, alone.err, 1)


ARRAYS = """
import copy, pickle, weakref

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def f(x):
    return x * 2


def lifetimes():
    dead = weakref.ref(f(jnp.ones(5)))
    print(dead())
    array = jnp.ones(7)
    seen = weakref.ref(array)
    try:
        jax.jit(lambda x: 1 / 0)(array)
    except ZeroDivisionError:
        pass
    del array
    print(seen() is None)
    donated = jnp.ones(2000)
    for _ in range(100):
        donated = jax.jit(lambda x: x + 1, donate_argnums=0)(donated)
    print(donated[0])


@jax.jit
def branch(x):
    if x > 0:
        return x
    return -x


def errors():
    for wrong in (lambda: f(1, 2), lambda: branch(1.0), lambda: f(jnp.ones(3)) @ jnp.ones(4)):
        try:
            wrong()
        except Exception as error:
            print(type(error).__name__, error)
    with jax.transfer_guard("disallow"):
        try:
            f(np.ones(3))
        except Exception as error:
            print(type(error).__name__)


def values(x):
    print(pickle.loads(pickle.dumps(f(x))), copy.deepcopy(x), isinstance(x, jax.Array))
    for one in x:
        print(int(one), end=" ")
    print([float(one) for one in x], 2 in x, sum(x), list(x)[0], range(int(x[2])), sorted(x))
    print(np.array(x), np.asarray(x, dtype=float), x @ x, -x, ~x, x[1:], x.at[0].set(3))
    print(divmod(x, 2), round(x[0]), f"{x} {x[1]:>5}", "%s" % x, str(x), repr(x), x.tolist())
    jax.debug.print("{}", x)
    shape = jax.ShapeDtypeStruct((4,), x.dtype)
    print(jax.pure_callback(lambda a: np.asarray(a) * 2, shape, x), jax.vmap(f)(x))
    print(jax.make_jaxpr(f)(1.0), f.lower(1.0).as_text(), jax.grad(lambda y: y * y)(3.0))
    with jax.disable_jit():
        print(f(x))


lifetimes()
errors()
values(jnp.arange(4))
jnp.zeros(3, dtype=np.float64)
branch(jnp.ones(2))
"""


@pytest.mark.executes
def test_arrays_live_and_errors_read_as_ever(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": ARRAYS})
    alone = plain(tmp_path, "train.py")
    seen, _ = watched(tmp_path, "train.py")
    assert seen.out == alone.out and seen.out.startswith("None\nTrue\n101.0\n")
    assert "UserWarning" in seen.err and "JAX_TRACEBACK_FILTERING" in seen.err
    assert (seen.err, seen.code) == (alone.err, alone.code)


CIRCLE = """
import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Node:
    def __init__(self):
        self.held = {"self": self, "x": [jnp.ones(3)]}

    def tree_flatten(self):
        return (self.held,), None

    @classmethod
    def tree_unflatten(cls, aux, parts):
        return cls()


def depth(n):
    return n and 1 + depth(n - 1)


def total(node, x):
    return node.held["x"][0].sum() + x


class Asked:
    def __getattr__(self, name):
        print("asked for", name)
        raise AttributeError(name)

    def __call__(self, x):
        return x + 1.0


node = Node()
print(Asked()(jnp.float32(1.0)))
print(jax.jit(total, static_argnums=0)(node, 1.0), depth(900))
"""


def test_objects_that_hold_themselves_or_answer_for_what_they_lack(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": CIRCLE})
    alone = plain(tmp_path, "train.py")
    with_us, _ = watched(tmp_path, "train.py")
    assert (with_us.code, with_us.out, with_us.err) == (alone.code, alone.out, alone.err)
    assert alone.code == 0 and alone.out == "2.0\n4.0 900\n"


BUSY = """
import os, sys, time


def work(x):
    return x + 1


print("begun", flush=True)
start = time.monotonic()
while time.monotonic() - start < float(sys.argv[1]):
    for i in range(100):
        work(i)
    time.sleep(0.01)
if sys.argv[2:] == ["leave"]:
    os._exit(5)
time.sleep(60)
"""


def test_a_process_that_leaves_at_once_is_said_to_be_cut(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": BUSY})
    seen, run = watched(tmp_path, "train.py", "1.5", "leave")
    assert (seen.code, seen.out) == (5, "begun\n")
    assert run.cut and sum(one.count for one in run.of(Called)) >= 100


def test_a_killed_process_is_read(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": BUSY})
    code = _RUN.format(root=str(ROOT), options=Options())
    command = [sys.executable, "-c", code, sys.executable, "train.py", "1.5"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(2.5)
    (log,) = tmp_path.glob(".jaxopt-lint/runs/*/*.jsonl")
    os.kill(int(log.name.partition("-")[0]), signal.SIGKILL)
    assert process.wait(20) == 128 + signal.SIGKILL
    process.stdout.close()
    run = read(Store(tmp_path).path())
    assert run.cut and run.processes[0].end > 1.0
    assert sum(one.count for one in run.of(Called)) >= 100


def test_devices_are_not_looked_for_before_the_program_does(tmp_path: Path) -> None:
    program = """
        import os

        import jax
        import jax.numpy as jnp

        print(jnp.promote_types("int8", "float32"), jnp.issubdtype("int8", jnp.integer))
        print(jax.jit(lambda x: x + 1).eval_shape(jax.ShapeDtypeStruct((2,), "float32")))
        print(jax.eval_shape(jnp.sin, jax.ShapeDtypeStruct((2,), "float32")))
        os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=3"
        print(jax.device_count())
    """
    write(tmp_path, {"train.py": program})
    seen, _ = watched(tmp_path, "train.py")
    assert seen.out == plain(tmp_path, "train.py").out
    assert seen.out.endswith("3\n")
