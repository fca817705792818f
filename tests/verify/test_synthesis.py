"""Arguments that are made up: that they are found, that they serve, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.child.synthesis import nodes, repairs
from jaxopt_lint.verify.child.synthesis.made import Record
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

pytestmark = [pytest.mark.executes, pytest.mark.made]
QUICK = VerifySettings(timing=False, timeout=90, optimize=False)
HEAD = """import functools
import jax
import jax.numpy as jnp
import numpy as np
from dataclasses import dataclass
from jax import lax
from typing import NamedTuple


"""


def verified(
    session: Session, folder: Path, body: str, new: tuple[str, str], name: str = "f"
) -> Evidence:
    """The evidence on a function of a module, in which a text is replaced by another."""
    old = HEAD + body
    assert new[0] in old
    path = folder / "model.py"
    path.write_text(old)
    changes = {path: (old, old.replace(*new))}
    return verify_change(folder, changes, [f"model:{name}"], QUICK, session=session)[
        f"model:{name}"
    ]


AFFINE = "def f(x, w, b):\n    return x @ w + b\n"


def test_sizes_that_have_to_agree_share_a_name(session: Session, tmp_path: Path) -> None:
    found = verified(session, tmp_path, AFFINE, ("x @ w + b", "b + x @ w"))
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert found.sources == ("synthesis",)
    first, second = found.inputs.removeprefix("made up: ").split("; and ")
    assert first == "x f32[5, 3], w f32[3, 7], b f32[5, 7]"
    assert second.removesuffix("; others may fit") not in first


def test_what_is_wrong_is_found_on_made_up_arguments(session: Session, tmp_path: Path) -> None:
    found = verified(session, tmp_path, AFFINE, ("x @ w + b", "x @ w + b[..., :1]"))
    assert found.verdict is Verdict.REFUTED
    assert any(not check.passed for check in found.checks)


KINDS = {
    "a loop over rows": (
        "def f(x):\n    out = []\n    for row in x:\n        out.append(jnp.tanh(row) * 2)\n"
        "    return jnp.stack(out)\n",
        ("jnp.tanh(row) * 2", "2 * jnp.tanh(row)"),
        "x f32[5, 3]",
    ),
    "a dict of parameters": (
        "def layer(p, x):\n    return jnp.tanh(x @ p['w'] + p['b'])\n\n\n"
        "def f(params, x):\n    return layer(params['second'], layer(params['first'], x)) * 2\n",
        ("x)) * 2", "x)) + layer(params['second'], layer(params['first'], x))"),
        "'second': {'w': f32[",
    ),
    "a tuple as state": (
        "def f(state, x):\n    h, c = state\n    c = jax.nn.sigmoid(h) * c + jnp.tanh(x)\n"
        "    return (jnp.tanh(c), c), h\n",
        ("jax.nn.sigmoid(h) * c", "c * jax.nn.sigmoid(h)"),
        "state (f32[",
    ),
    "a key": (
        "def f(key, x):\n    first, second = jax.random.split(key)\n"
        "    return x * jax.random.normal(first, x.shape) + jax.random.uniform(second)\n",
        ("x * jax.random.normal(first, x.shape)", "jax.random.normal(first, x.shape) * x"),
        "key key",
    ),
    "labels": (
        "def f(logits, labels):\n    logp = jax.nn.log_softmax(logits)\n"
        "    return -jnp.mean(jnp.take_along_axis(logp, labels[:, None], axis=1))\n",
        ("-jnp.mean(", "-1 * jnp.mean("),
        "labels i32[5]",
    ),
    "a scan": (
        "@jax.jit\ndef f(w, xs, h0):\n    def step(h, x):\n        h = jnp.tanh(h @ w + x)\n"
        "        return h, h\n    return lax.scan(step, h0, xs)\n",
        ("h @ w + x", "x + h @ w"),
        "w f32[5, 5], xs f32[3, 5]",
    ),
    "attention": (
        "def f(q, k, v, heads):\n    b, t, d = q.shape\n"
        "    q, k, v = (y.reshape(b, t, heads, d // heads) for y in (q, k, v))\n"
        "    s = jax.nn.softmax(jnp.einsum('bqhd,bkhd->bhqk', q, k))\n"
        "    return jnp.einsum('bhqk,bkhd->bqhd', s, v).reshape(b, t, d) * 2\n",
        ("(b, t, d) * 2", "(b, t, d) * 2.0"),
        "q f32[",
    ),
    "a convolution": (
        "def f(image, kernel):\n    return lax.conv_general_dilated(image, kernel, (1, 1), 'SAME',"
        " dimension_numbers=('NHWC', 'HWIO', 'NHWC')) * 2\n",
        ("* 2", "* 2.0"),
        "image f32[",
    ),
    "a whole number": (
        "def f(x, n):\n    out = [x]\n    for _ in range(n):\n        out.append(out[-1] * x)\n"
        "    return jnp.stack(out)\n",
        ("out[-1] * x", "x * out[-1]"),
        "x f32[5, 3], n 7",
    ),
    "a list of layers": (
        "def f(params, x):\n    for w, b in params:\n        x = jnp.tanh(x @ w + b)\n"
        "    return x\n",
        ("x @ w + b", "b + x @ w"),
        "params [(f32[",
    ),
    "layers that rows are mapped over": (
        "def scores(params, x):\n    for w, b in params[:-1]:\n"
        "        x = jnp.tanh(jnp.dot(w, x) + b)\n    w, b = params[-1]\n"
        "    return jnp.dot(w, x) + b\n\n\nevery = jax.vmap(scores, in_axes=(None, 0))\n\n\n"
        "def f(params, xs, ys):\n    return jnp.mean((every(params, xs) - ys) ** 2) * 2\n",
        ("** 2) * 2", "** 2) * 2.0"),
        "params [(f32[5, 3], f32[5]), (f32[7, 5], f32[7]), (f32[11, 7], f32[11])], "
        "xs f32[2, 3], ys f32[2, 11]",
    ),
    "what is checked": (
        "def f(w, x, y, mask):\n    assert x.shape == y.shape and w.ndim == 1\n"
        "    if len(w) != x.shape[-1]:\n        raise ValueError\n"
        "    if not mask.shape == y.shape:\n        raise ValueError\n"
        "    return jnp.sum(w * x * jnp.tanh(y) * mask)\n",
        ("w * x", "x * w"),
        "w f32[5], x f32[3, 5], y f32[3, 5], mask f32[3, 5]",
    ),
    "what is no program": (
        "def f(x):\n    total = 0.0\n    for i in range(x.shape[0]):\n"
        "        total += float(x[i])\n    return total\n",
        ("total += float(x[i])", "total = total + float(x[i])"),
        "x f32[5]",
    ),
    "a named tuple": (
        "class State(NamedTuple):\n    w: jax.Array\n    step: int\n\n\n"
        "def f(state: State, x):\n    return state._replace(w=state.w + x, step=state.step + 1)\n",
        ("state.w + x", "x + state.w"),
        "state State(w=f32[5, 3], step=7)",
    ),
    "attributes": (
        "def f(config, x):\n    return jnp.tanh(x[:, : config.width] * config.scale)\n",
        ("* config.scale", "* (config.scale)"),
        "config Record(width=",
    ),
    "settings of a program": (
        "import argparse\n\n\ndef f(args: argparse.Namespace, x):\n"
        "    return x * args.rate + args.model.shift\n",
        ("x * args.rate + args.model.shift", "args.model.shift + x * args.rate"),
        "args Record(rate=",
    ),
    "a function of a number, and its gradient": (
        "def f(loss, x: float, rate: float):\n    value, slope = loss(x), jax.grad(loss)(x)\n"
        "    return x - rate * slope, value\n",
        ("loss(x), jax.grad(loss)(x)", "jax.value_and_grad(loss)(x)"),
        "loss a function that gives like the last, x 0.5",
    ),
    "a model and an optimizer": (
        "def f(params, memory, x, y, *, model, rule):\n    def loss(p):\n"
        "        return jnp.mean((model.apply({'params': p}, x) - y) ** 2)\n\n"
        "    value, slopes = jax.value_and_grad(loss)(params)\n"
        "    steps, memory = rule.update(slopes, memory, params)\n"
        "    params = jax.tree.map(lambda p, u: p + u, params, steps)\n"
        "    return params, memory, value\n",
        ("lambda p, u: p + u", "lambda p, u: u + p"),
        "rule Record(update=a function that gives (like the last, like the last))",
    ),
    "a distribution": (
        "def f(params, seen, weights, *, net):\n    def loss(p):\n"
        "        policy, value = net.apply(p, seen.views)\n"
        "        odds = jnp.exp(policy.log_prob(seen.moves) - seen.before)\n"
        "        gain = weights['value'] * jnp.mean((value - seen.target) ** 2)\n"
        "        bonus = weights['bonus'] * policy.entropy().mean()\n"
        "        return gain - bonus - jnp.mean(odds * seen.better), odds\n\n"
        "    (value, odds), slopes = jax.value_and_grad(loss, has_aux=True)(params)\n"
        "    return jax.tree.map(lambda p, g: p - 0.1 * g, params, slopes), value, odds\n",
        ("gain - bonus - jnp", "(gain - bonus) - jnp"),
        "log_prob=a function that gives",
    ),
    "a loss that says more": (
        "def f(loss, params, batch):\n"
        "    (value, more), slopes = jax.value_and_grad(loss, has_aux=True)(params, batch)\n"
        "    return jax.tree.map(lambda p, g: p - 0.1 * g, params, slopes), value, more\n",
        ("p - 0.1 * g", "-0.1 * g + p"),
        "loss a function that gives (f32[], ",
    ),
    "a function that gives a function": (
        "def f(make, x):\n    return make(2)(x) * 2\n",
        ("make(2)(x) * 2", "2 * make(2)(x)"),
        "make a function that gives a function that gives like the last",
    ),
    "rows for each device": (
        "from functools import partial\n\n\n@partial(jax.pmap, axis_name='i')\n"
        "def f(w, x):\n    return jnp.tanh(lax.pmean(w * x.sum(-1), 'i')) * 2\n",
        ("* 2", "* 2.0"),
        "x f32[1, ",
    ),
    "the name of an axis": (
        "def f(x, devices, axis):\n"
        "    total = jax.pmap(lambda row: lax.psum(row * 2, axis), axis_name=axis)\n"
        "    return total(x) if len(x.shape) == 2 else None\n",
        ("row * 2", "row * 2.0"),
        "axis 'made_up'",
    ),
    "settings that code asks about": (
        "def f(config, x):\n"
        "    scale = 2.0 if config.first * config.last > config.middle - config.rest else 3.0\n"
        "    return jnp.tanh(x) * scale + config.first\n",
        ("jnp.tanh(x) * scale", "scale * jnp.tanh(x)"),
        "config Record(first=",
    ),
    "a function that makes the turns of a scan": (
        "def f(step, state):\n    def turn(state, _):\n        return step(state)\n\n"
        "    state, kept = lax.scan(turn, state * 2, None, length=4)\n"
        "    return state, jax.tree.map(jnp.mean, kept)\n",
        ("state * 2", "2 * state"),
        "step a function that gives (like argument 0, ",
    ),
    "a mesh": (
        "from jax.sharding import NamedSharding, PartitionSpec\n\n\ndef f(x, mesh):\n"
        "    x = jax.device_put(x, NamedSharding(mesh, PartitionSpec('data')))\n"
        "    return jnp.sin(x) * 2\n",
        ("* 2", "* 2.0"),
        "mesh mesh('data')",
    ),
    "a sharding": (
        "def f(x, sharding):\n    return lax.with_sharding_constraint(x, sharding) * 2\n",
        ("* 2", "* 2.0"),
        "sharding sharding",
    ),
    "an attribute that arrays have, too": (
        "def f(box, x):\n    return jnp.clip(x, box.min, box.max) * 2\n",
        ("box.max) * 2", "box.max) * 2.0"),
        "box Record(min=",
    ),
    "a field with the name of a method of arrays": (
        "def f(norm, x):\n    return (x - norm.mean) * norm.scale\n",
        ("(x - norm.mean)", "(-norm.mean + x)"),
        "norm Record(mean=",
    ),
    "an array that is copied": (
        "def f(grid):\n    out = grid.copy()\n    out = out + jnp.roll(grid, 1, axis=1)\n"
        "    return out * 2\n",
        ("out * 2", "2 * out"),
        "grid f32[",
    ),
    "an object that is looked at as an array first": (
        "def f(step, x):\n    y = step * 1.0 if x.ndim > 4 else x\n"
        "    return jnp.sum(y) * step.reward\n",
        ("jnp.sum(y) * step.reward", "step.reward * jnp.sum(y)"),
        "step Record(reward=",
    ),
    "a default that an error asks to replace": (
        "def f(x, key=None):\n    if key is None:\n"
        "        raise RuntimeError('this needs a key outside of inference')\n"
        "    return x @ x.T * jax.random.normal(key, ())\n",
        ("x @ x.T * jax.random.normal(key, ())", "jax.random.normal(key, ()) * (x @ x.T)"),
        "key key",
    ),
    "a step on all devices": (
        "def f(params, x, y):\n    def step(params, x, y):\n        def loss(p):\n"
        "            return jnp.mean((jnp.tanh(x @ p['w'] + p['b']) - y) ** 2)\n\n"
        "        grads = lax.pmean(jax.grad(loss)(params), 'batch')\n"
        "        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)\n\n"
        "    return jax.pmap(step, axis_name='batch')(params, x, y)\n",
        ("- 0.1 * g", "- g * 0.1"),
        "params {'w': f32[1, 5, 3], 'b': f32[1, ",
    ),
    "a loop over one array that reads another": (
        "def f(times, states, g):\n    out = []\n    for i in range(states.shape[0]):\n"
        "        out.append(g(states[i, :2], times[i]))\n    return jnp.stack(out) * 2\n",
        ("jnp.stack(out) * 2", "jax.vmap(g)(states[:, :2], times[: len(out)]) * 2"),
        "times f32[5, 3], states f32[5, ",
    ),
    "a seed": (
        "def f(config, x):\n    key = jax.random.PRNGKey(config['seed'])\n"
        "    return x @ x.T * jax.random.normal(key, ())\n",
        ("x @ x.T * jax.random.normal(key, ())", "jax.random.normal(key, ()) * (x @ x.T)"),
        "config {'seed': 7}",
    ),
    "a number that a branch compares": (
        "def f(x, rate, steps, shift):\n    if rate > 0.0:\n        x = x + rate\n"
        "    if steps >= 2 and not shift < 1.0:\n        x = x * 0.5\n    return x @ x.T * 2\n",
        ("x @ x.T * 2", "2 * (x @ x.T)"),
        "rate 0.5",
    ),
    "a rank that a check asks for": (
        "def check(x):\n    if x.ndim not in (3, 4):\n        raise AssertionError(f'input 0 has "
        "rank {x.ndim} (shape {x.shape}) but expected {{3, 4}}')\n\n\n"
        "def f(frames):\n    flat = frames.reshape(-1, *frames.shape[2:])\n    check(flat)\n"
        "    return flat * 2\n",
        ("flat * 2", "2 * flat"),
        "frames f32[",
    ),
    "devices that an annotation asks for": (
        "def f(x: jax.Array, devices: list[jax.Device]):\n"
        "    ranks = jax.device_put(jnp.arange(len(devices)), devices[0])\n"
        "    return x * 2 + ranks.sum()\n",
        ("x * 2", "2 * x"),
        "devices devices",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_arguments_of_a_kind(session: Session, tmp_path: Path, kind: str) -> None:
    body, new, words = KINDS[kind]
    found = verified(session, tmp_path, body, new)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert found.inputs.startswith("made up: ")
    assert words in found.inputs


def test_what_is_given_no_arrays_may_be_for_no_trace(session: Session, tmp_path: Path) -> None:
    body = (
        "class Table:\n    def f(self):\n        x = jnp.sin(jnp.arange(3.0))\n"
        "        if isinstance(x, jax.core.Tracer):\n            raise RuntimeError('not here')\n"
        "        return x * 2\n"
    )
    found = verified(session, tmp_path, body, ("* 2", "* 2.0"), "Table.f")
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found


def test_self_is_made_by_its_class(session: Session, tmp_path: Path) -> None:
    body = (
        "class Layer:\n    def __init__(self, size, w):\n        self.size, self.w = size, w\n\n"
        "    def apply(self, x):\n        return x @ self.w + jnp.zeros(self.size)\n"
    )
    new = ("x @ self.w + jnp.zeros(self.size)", "jnp.zeros(self.size) + x @ self.w")
    found = verified(session, tmp_path, body, new, "Layer.apply")
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "self Layer(size=" in found.inputs


DATA = (
    "class Data:\n    def __init__(self, path):\n        self.table = np.loadtxt(path)\n"
    "        self.rate = float(open(path).read())\n\n"
    "    def scaled(self, x):\n        return x * self.rate\n\n"
    "    def apply(self, x):\n        return self.scaled(x @ self.table) * 2\n"
)


def test_self_has_what_it_is_asked_for_where_its_class_cannot_make_it(
    session: Session, tmp_path: Path
) -> None:
    new = ("self.scaled(x @ self.table) * 2", "2 * self.scaled(x @ self.table)")
    found = verified(session, tmp_path, DATA, new, "Data.apply")
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "self Data with (table=" in found.inputs
    assert "in place of its constructor" in found.inputs


def test_what_is_wrong_is_found_on_such_an_object(session: Session, tmp_path: Path) -> None:
    new = ("self.scaled(x @ self.table) * 2", "x @ self.table * 2")
    assert verified(session, tmp_path, DATA, new, "Data.apply").verdict is Verdict.REFUTED


def test_a_module_of_flax_is_bound_to_parameters(session: Session, tmp_path: Path) -> None:
    pytest.importorskip("flax")
    body = (
        "import flax.linen as nn\n\n\nclass Net(nn.Module):\n    width: int\n\n    @nn.compact\n"
        "    def __call__(self, x):\n        return nn.relu(nn.Dense(self.width)(x)) * 2\n"
    )
    new = ("nn.relu(nn.Dense(self.width)(x)) * 2", "2 * nn.relu(nn.Dense(self.width)(x))")
    found = verified(session, tmp_path, body, new, "Net.__call__")
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "self Net, x f32[5, 3]" in found.inputs


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (
            "def f(path):\n    with open(path) as file:\n"
            "        return jnp.array([float(line) for line in file])\n",
            "as a file",
        ),
        ("def f(s):\n    return jnp.array([ord(one) for one in s.lower()])\n", "as a text"),
        ("def f(x):\n    raise ValueError(f'never {x}')\n", "comes ValueError: never"),
        (
            "seen = []\n\n\ndef f(x):\n    seen.append(x)\n    return jnp.sin(seen[0].mean())\n",
            "; made up arguments ",
        ),
    ],
)
def test_what_nothing_fits_says_what_was_tried(
    session: Session, tmp_path: Path, body: str, why: str
) -> None:
    found = verified(session, tmp_path, f"ONE = 1\n\n\n{body}", ("ONE = 1", "ONE = 2"))
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.NO_INPUT_SPEC)
    detail = found.checks[0].detail
    assert "made up arguments" in detail
    assert why in detail


NETS = """import flax.linen as nn
import optax
from flax.training.train_state import TrainState


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(nn.tanh(nn.Dense(4)(x)))


net = Net()
rule = optax.adam(1e-3)


"""
LEARNING = {
    "what a model and an optimizer begin with": (
        "def f(params, memory, x, y):\n    def loss(p):\n"
        "        return jnp.mean((net.apply(p, x) - y) ** 2)\n\n"
        "    slopes = jax.grad(loss)(params)\n"
        "    steps, memory = rule.update(slopes, memory, params)\n"
        "    return jax.tree.map(lambda p, u: p + u, params, steps), memory\n",
        ("lambda p, u: p + u", "lambda p, u: u + p"),
        "memory (ScaleByAdamState(count=i32[], mu={'params': {'Dense_0': {'bias': f32[2]",
    ),
    "parameters alone": (
        "def f(params, x):\n    return net.apply({'params': params}, x) * 2\n",
        ("* 2", "* 2.0"),
        "params {'Dense_0': {'bias': f32[2], 'kernel': f32[4, 2]",
    ),
    "a state of a training": (
        "def f(state, x, y):\n    def loss(p):\n"
        "        return jnp.mean((state.apply_fn({'params': p}, x) - y) ** 2)\n\n"
        "    value, slopes = jax.value_and_grad(loss)(state.params)\n"
        "    return state.apply_gradients(grads=slopes), value * 2\n",
        ("value * 2", "2 * value"),
        "state TrainState(",
    ),
    "a state with more in it": (
        "class State(TrainState):\n    mean: jax.Array\n\n\n"
        "def f(state: State, x):\n"
        "    def loss(p):\n        return jnp.mean(state.apply_fn(p, x - state.mean))\n\n"
        "    slopes = jax.grad(loss)(state.params)\n"
        "    return state.apply_gradients(grads=slopes, mean=state.mean * 0.5)\n",
        ("state.mean * 0.5", "0.5 * state.mean"),
        "state State(",
    ),
}


@pytest.mark.parametrize("kind", LEARNING)
def test_libraries_tell_what_they_begin_with(session: Session, tmp_path: Path, kind: str) -> None:
    pytest.importorskip("flax")
    body, new, words = LEARNING[kind]
    found = verified(session, tmp_path, NETS + body, new)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert words in found.inputs


def test_a_wrong_step_of_made_up_functions_is_found(session: Session, tmp_path: Path) -> None:
    body, _, _ = KINDS["a model and an optimizer"]
    new = (
        "memory = rule.update(slopes, memory, params)",
        "_ = rule.update(slopes, memory, params)",
    )
    found = verified(session, tmp_path, body, new)
    assert found.verdict is Verdict.REFUTED


NNX = """import flax.nnx as nnx
import optax


@nnx.jit
def f(model, optimizer, batch):
    def loss(model):
        scores = model(model.prepared(batch["x"]))
        losses = optax.softmax_cross_entropy_with_integer_labels(scores, batch["y"])
        return losses.mean(), scores

    (value, scores), slopes = nnx.value_and_grad(loss, has_aux=True)(model)
    optimizer.update(model, slopes)
    return value * 2, scores
"""


@pytest.mark.parametrize(
    ("new", "right"),
    [
        (("value * 2", "2 * value"), True),
        (("update(model, slopes)", "update(model, jax.tree.map(lambda g: 2 * g, slopes))"), False),
        (("value * 2, scores", "value * 2, -scores"), False),
    ],
)
def test_modules_and_their_optimizer_are_made_up(
    session: Session, tmp_path: Path, new: tuple[str, str], right: bool
) -> None:
    pytest.importorskip("flax")
    found = verified(session, tmp_path, NNX, new)
    assert found.verdict in ((Verdict.PROVED, Verdict.VERIFIED) if right else (Verdict.REFUTED,))
    assert "model a model that gives like the last, optimizer its optimizer" in found.inputs


@pytest.mark.parametrize("right", [True, False])
def test_what_a_step_leaves_in_its_model_is_compared(
    session: Session, tmp_path: Path, right: bool
) -> None:
    pytest.importorskip("flax")
    silent = NNX.replace("    return value * 2, scores\n", "").replace("(value, scores)", "_")
    new = ("update(model, slopes)", "update(model, jax.tree.map(lambda g: g * %d, slopes))")
    found = verified(session, tmp_path, silent, (new[0], new[1] % (1 if right else 2)))
    assert found.verdict in ((Verdict.PROVED, Verdict.VERIFIED) if right else (Verdict.REFUTED,))


@pytest.mark.parametrize(("new", "right"), [("keys[1:]", True), ("keys[:-1]", False)])
def test_which_keys_a_made_up_function_gets_is_seen(
    session: Session, tmp_path: Path, new: str, right: bool
) -> None:
    body = (
        "def f(play, key, w):\n    key, *keys = jax.random.split(key, 4)\n"
        "    return play(jnp.stack(keys), w) * 2\n"
    )
    old = "    key, *keys = jax.random.split(key, 4)\n    return play(jnp.stack(keys), w)"
    found = verified(
        session, tmp_path, body, (old, old.replace("jnp.stack(keys)", new).replace(", *keys", "s"))
    )
    assert found.verdict in ((Verdict.PROVED, Verdict.VERIFIED) if right else (Verdict.REFUTED,))


def test_a_function_that_is_asked_for_more_than_its_answer(
    session: Session, tmp_path: Path
) -> None:
    body = (
        "def f(net, x):\n    y = net(x)\n    return jnp.reshape(y, net.rows.shape) * 2 + net.rows\n"
    )
    found = verified(session, tmp_path, body, ("* 2", "* 2.0"))
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "net a function that gives" in found.inputs and "rows=" in found.inputs


def test_a_module_of_equinox_is_made_up(session: Session, tmp_path: Path) -> None:
    pytest.importorskip("equinox")
    body = (
        "import equinox as eqx\n\n\n@eqx.filter_jit\ndef f(model, x, y):\n"
        "    def loss(model):\n        return jnp.mean((jax.vmap(model)(x) - y) ** 2) * 2\n\n"
        "    value, slopes = eqx.filter_value_and_grad(loss)(model)\n"
        "    return value, eqx.apply_updates(model, slopes)\n"
    )
    found = verified(session, tmp_path, body, ("* 2\n", "* 2.0\n"))
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "model a model that gives" in found.inputs


def test_records_in_what_a_tree_keeps_are_told_alike() -> None:
    one, other = Record(rate=0.1, apply=abs), Record(rate=0.2, apply=abs)
    assert repr(one) == repr(other) == "Record(apply, rate)"


def test_settings_become_numbers_together() -> None:
    held = {
        "rate": nodes.Array(("d1", "d2")),
        "shift": nodes.Array(()),
        "size": nodes.Array(("d3",)),
    }
    root = nodes.Sequence((nodes.Dict(tuple(held.items())), nodes.Array(("d4", "d5"))))
    ((_, tree),) = repairs._settings(root)
    assert [one.dims for one in nodes.arrays(tree)] == [(), (), (), ("d4", "d5")]
