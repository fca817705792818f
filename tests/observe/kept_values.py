"""Values that are kept and read again, for test_recorded.py, which runs this in its own process."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import hashlib
import json
import logging
import math
import pathlib
import re
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax.core import FrozenDict
from flax.training.train_state import TrainState

from jaxopt_lint.observe.child.carried.keeping import CannotKeep, Keeper
from jaxopt_lint.observe.child.carried.kept import CannotRead, Making, Reader


class Pair(NamedTuple):
    a: object
    b: object = 1


class Colour(enum.Enum):
    RED = 1


@dataclasses.dataclass(frozen=True)
class Config:
    width: int
    rates: tuple[float, ...] = (0.1, float("inf"))


class Slots:
    __slots__ = ("x", "y")
    x: Any


class Counted:
    def __init__(self) -> None:
        self.n = 3

    def __getstate__(self) -> dict[str, int]:
        return {"n": self.n, "extra": 1}

    def __setstate__(self, state: dict[str, int]) -> None:
        self.n = state["n"] + state["extra"]

    def add(self, x: int) -> int:
        return x + self.n


class Copied:
    def __reduce__(self) -> Any:
        return print, ("called",)


class Model(nn.Module):
    @nn.compact
    def __call__(self, x: Any) -> Any:
        return nn.Dense(3)(x)


PLAIN: tuple[Any, ...] = (
    None, True, 3, 2**80, -(2**60), 1.5, math.inf, 1 - 2j, "t\0\ud800", b"\xff", ..., (), (1, (2,)),
    [1, [2]], {"a": 1, 2: (3,)}, {1, 2}, frozenset("a"), slice(1, None), range(2, 9, 3), Colour.RED,
    Config(3), Pair(1), Pair, jnp.float32, np.float32(2.5), np.dtype("int8"), np, len, jnp.sin,
    collections.OrderedDict(b=1, a=2), collections.defaultdict(list, a=[1]),
    pathlib.Path("a/b"), pathlib.PurePosixPath("/c"), decimal.Decimal("1.10"),
    fractions.Fraction(1, 3), datetime.date(2026, 1, 2), datetime.timedelta(1, 2, 3),
    datetime.datetime(2026, 1, 2, 3, 4, 5, 6, datetime.UTC), types.SimpleNamespace(a=(1,)),
    collections.deque([1, 2], 5), collections.Counter("aab"), re.compile("a+", re.IGNORECASE),
    logging.getLogger("a.b"), FrozenDict({"a": {"b": 1}}),
)  # fmt: skip
TYPES = (
    "float32", "bfloat16", "float8_e4m3fn", "int4", "uint8", "bool", "complex64", "float16",
)  # fmt: skip


def scaled(factor: int) -> Callable[..., float]:
    offset = [1.0]

    def inner(x: int, *, more: int = 2) -> float:
        return factor * x + offset[0] + more

    return inner


def put(data: bytes) -> str:
    digest = hashlib.sha256(data).hexdigest()
    Path(digest).write_bytes(data)
    return digest


def told(value: Any, room: int = 1 << 20) -> Any:
    return Keeper(put, __name__, room).keep(value, "it")


def back(value: Any) -> Any:
    def key(impl: str, data: Any) -> Any:
        return jax.random.wrap_key_data(jnp.asarray(data), impl=impl)

    def array(data: Any, weak: bool) -> Any:
        return jnp.asarray(data.item() if weak and not data.ndim else data)

    return Reader(".", Making(np.array, array, key)).read(json.loads(json.dumps(told(value))))


def refused(value: Any, room: int = 1 << 20) -> str:
    try:
        told(value, room)
    except CannotKeep as reason:
        return str(reason)
    raise AssertionError(value)


def check_plain() -> None:
    for value in PLAIN:
        found = back(value)
        assert type(found) is type(value) and found == value, (value, found)
    assert math.isnan(back(float("nan")))
    assert list(back(collections.OrderedDict(b=1, a=2))) == ["b", "a"]
    assert back(collections.defaultdict(list))[3] == []


def check_what_is_made_again() -> None:
    for first in (np.random.default_rng(3), np.random.RandomState(3)):
        second, third = back([first, first])
        assert second is third and second is not first
        assert (second.normal(size=3) == first.normal(size=3)).all()
    proxy = back(types.MappingProxyType({"a": [1]}))
    assert type(proxy) is types.MappingProxyType and proxy["a"] == [1]
    assert back(collections.deque([1, 2], 5)).maxlen == 5
    for lock in (threading.Lock(), threading.RLock()):
        assert type(back(lock)) is type(lock)
    told_of = told(pathlib.Path("a"))
    told_of[2] = "Popen"
    try:
        Reader(".", Making(np.array, jnp.asarray, lambda impl, data: data)).read(told_of)
    except CannotRead as reason:
        assert "Popen" in str(reason)
    else:
        raise AssertionError


def check_arrays() -> None:
    for dtype in TYPES:
        value = jnp.arange(6).reshape(2, 3).astype(dtype)
        for one in (value, np.asarray(value), np.asarray(value).T):
            found = back(one)
            assert isinstance(found, jax.Array) is isinstance(one, jax.Array)
            assert (found.dtype, found.shape) == (one.dtype, one.shape)
            assert np.asarray(found).tobytes() == np.asarray(one).tobytes()
    for host in (np.array(["a", "bcd"]), np.array("2020-01-01", "M8[D]"), np.zeros((0, 3))):
        assert back(host).dtype == host.dtype and (back(host) == host).all()
    for scalar in (jnp.asarray(1.5), jax.lax.add(1.5, 2.0)):
        assert back(scalar).weak_type == scalar.weak_type
    key = jax.random.key(3)
    assert back(key).dtype == key.dtype
    assert (jax.random.key_data(back(key)) == jax.random.key_data(key)).all()


def check_what_is_shared() -> None:
    array = jnp.ones(3)
    first, second, inner = back((array, array, [array]))
    assert first is second is inner[0]
    loop: list[Any] = [1]
    loop.append({"loop": loop})
    found = back(loop)
    assert found[1]["loop"] is found
    slots = Slots()
    slots.x = [slots]
    found = back(slots)
    assert found.x[0] is found and not hasattr(found, "y")


def check_functions() -> None:
    assert back(Counted()).n == 4 and back(Counted().add)(1) == 5
    assert back(functools.partial(Pair, 5, b=6))() == Pair(5, 6)
    assert back(scaled(10))(2) == 23 and back(scaled(10))(2, more=0) == 21


class Activated:
    """Lambdas that stand under no name of their own: a field, defaults of parameters."""

    inner: Callable[[Any], Any] = lambda x: x + 1

    def __init__(self, outer: Any = lambda x: x * 2, *, last: Any = lambda x: x - 3) -> None:
        self.outer, self.last = outer, last


tripled = lambda x: 3 * x  # noqa: E731


def check_lambdas() -> None:
    one = Activated()
    found = back(one)
    assert (found.outer(5), found.last(5)) == (10, 2)
    assert back([Activated.__dict__["inner"], tripled])[0](5) == 6
    assert back([tripled])[0](5) == 15
    assert "is not to be found" in refused([eval("lambda x: x")])


def compiled(rates: Any) -> tuple[Any, ...]:
    def step(state: Any, turns: int = 2, *, more: bool = False) -> Any:
        return state - rates * turns * (2 if more else 1)

    device = jax.sharding.SingleDeviceSharding(jax.devices()[0])
    plain = jax.jit(step)
    given = jax.jit(step, static_argnums=1, static_argnames="more", keep_unused=True)
    bound = jax.jit(functools.partial(step, turns=3), donate_argnums=0)
    return plain, given, bound, jax.jit(step, out_shardings=device)


def check_compiled_functions() -> None:
    plain, given, bound, placed = compiled(jnp.asarray([1.0, 2.0]))
    x = jnp.asarray([5.0, 6.0])
    for one, arguments, more in (
        (plain, (x,), {}), (given, (x, 3), {}), (given, (x,), {"more": True}), (bound, (x,), {}),
    ):  # fmt: skip
        found, same = back([one, one])
        assert found is same and found is not one
        assert type(found) is type(one)
        assert found.lower(*arguments, **more).as_text() == one.lower(*arguments, **more).as_text()
    assert (back(given)(x, 3) == given(x, 3)).all()
    back(bound)(x)
    assert x.is_deleted()
    assert "with options that are no data" in refused(placed)  # where its results go


def check_transformed_functions() -> None:
    def losses(scale: Any) -> tuple[Any, ...]:
        def loss(state: Any) -> Any:
            return (state**2).sum() * scale

        slope = jax.value_and_grad(loss)
        return slope, jax.jit(slope), jax.vmap(loss), jax.jit(jax.vmap(jax.grad(loss)))

    x = jnp.asarray([[1.0, 2.0]])
    for one in map(losses, (jnp.asarray(3.0), 3.0)):
        for function in one:
            equal = jax.tree.map(lambda a, b: bool((a == b).all()), back(function)(x), function(x))
            assert jax.tree.all(equal)


def check_a_state_of_training() -> None:
    model, x = Model(), jnp.ones((1, 2))
    params = model.init(jax.random.key(0), x)
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.adamw(1e-3))
    found = back(state)
    assert type(found) is TrainState
    grads = jax.tree.map(jnp.ones_like, params)
    one, other = (which.apply_gradients(grads=grads).params for which in (state, found))
    assert jax.tree.structure(one) == jax.tree.structure(other)
    assert all(jax.tree.leaves(jax.tree.map(lambda a, b: bool((a == b).all()), one, other)))
    assert (found.apply_fn(found.params, x) == model.apply(params, x)).all()


def check_what_is_no_data() -> None:
    class Local:
        pass

    assert "which nobody can import" in refused(Local())
    slots = Slots()
    slots.x = [], (i for i in ())
    assert refused((1, slots)).startswith("it[1].x[1] is of the type `builtins.generator`")
    assert "Copied`, which is no data" in refused(Copied())
    assert "more bytes (400)" in refused(jnp.zeros(100), room=399)
    gone = jnp.ones(3)
    gone.delete()
    assert "donated or deleted" in refused(gone)
    assert "more than 100,000 parts" in refused([0.5] * 100_001)
    assert "more than 100,000 parts" in refused("a" * 1_000_000)
    assert "array of object" in refused(np.array([object()]))
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    assert "nested too deeply" in refused(deep)
    messages: list[str] = []
    jax.jit(lambda x: messages.append(refused(x)) or x)(1.0)
    assert messages == ["it is a tracer"]


def check_devices() -> None:
    (device,) = jax.devices()[:1]
    mesh = jax.sharding.Mesh(np.array([[device]]), ("rows", "columns"))
    spec = jax.sharding.PartitionSpec("rows", None, ("columns",))
    values = (device, mesh, spec, jax.sharding.NamedSharding(mesh, spec))
    for value in (*values, [mesh, mesh], jax.make_mesh((1,), ("data",))):
        assert back(value) == value, value
    first, second = back([mesh, mesh])
    assert first is second
    data = told(mesh)
    data[2], data[3] = [*range(8)], [2, 4]  # of a machine with more of them
    array = lambda data, weak: jnp.asarray(data)  # noqa: E731
    try:
        Reader(".", Making(np.array, array, lambda impl, data: data)).read(data)
    except CannotRead as reason:
        assert "needs 8 devices" in str(reason)
    else:
        raise AssertionError


CHECKS = (
    check_plain, check_arrays, check_what_is_shared, check_functions, check_lambdas,
    check_compiled_functions, check_transformed_functions, check_a_state_of_training,
    check_what_is_no_data, check_devices, check_what_is_made_again,
)  # fmt: skip
