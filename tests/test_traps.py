"""Six structures that naive rules report by mistake.

Each test lints programs with the structure under every rule, preview included, and expects
silence; a twin that differs in the deciding point must be reported.
"""

from pathlib import Path
from textwrap import dedent

import pytest

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.fixing.checking import check_source
from jaxopt_lint.settings.config import Config


def reported(text: str) -> list[str]:
    """What all default and preview rules say of a program, one "row: code" each."""
    text = dedent(text).lstrip("\n")
    compile(text, "program.py", "exec")
    path = Path("program.py").resolve()
    source = SourceFile(path, path.name, text.encode(), text, "utf-8", "\n")
    result = check_source(source, Config(root=path.parent, preview=True))
    assert not result.crashes, result.crashes
    return [f"{f.start.row}: {f.code}" for f in result.findings]


def codes(text: str) -> set[str]:
    return {line.split()[1] for line in reported(text)}


IS_NONE = """
import jax
import jax.numpy as jnp


@jax.jit
def attend(q, k, v, mask, bias=None):
    scores = q @ k.T
    if bias is not None:
        scores = scores + bias
    if mask is None:
        weights = jax.nn.softmax(scores)
    else:
        weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf))
    return weights @ v
"""

IS_NONE_IN_EXPRESSIONS = """
import jax
import jax.numpy as jnp


def loss(params, x, y, weights):
    error = (x @ params - y) ** 2
    scale = 1.0 if weights is None else weights
    assert y is not None
    total = jnp.mean(error * scale)
    if weights is not None and x.ndim > 1:
        total = total / jnp.sum(weights)
    return total


gradient = jax.jit(jax.grad(loss))
"""

IS_NONE_IN_A_BODY = """
import jax
import jax.numpy as jnp


def run(xs, start, key=None):
    def body(carry, x):
        if key is not None:
            x = x + jax.random.normal(key, x.shape)
        if not (carry is None):
            x = x + carry
        return x, x

    return jax.lax.scan(body, start, xs)
"""


@pytest.mark.parametrize("text", [IS_NONE, IS_NONE_IN_EXPRESSIONS, IS_NONE_IN_A_BODY])
def test_is_none_on_a_traced_parameter(text: str) -> None:
    assert reported(text) == []


def test_twin_of_is_none_on_a_traced_parameter() -> None:
    assert "JOL105" in codes(IS_NONE.replace("if mask is None:", "if mask.sum() > 0:"))
    assert "JOL105" in codes(IS_NONE_IN_A_BODY.replace("not (carry is None)", "not (carry == 0)"))


PARTIAL_BOUND = """
import functools

import jax


def forward(params, x, train, depth):
    for _ in range(depth):
        x = x @ params
        if train:
            x = x * 0.5
    return x


predict = jax.jit(functools.partial(forward, train=False, depth=2))
"""

PARTIAL_BOUND_DECORATED = """
from functools import partial

import jax


def make(options, network):
    def step(options, network, params, x):
        out = network.apply(params, x)
        if options.scale > 0 and not options.frozen:
            out = out * options.scale
        while options.repeats > 3:
            options = options.parent
        return out

    return jax.jit(jax.vmap(partial(step, options, network), in_axes=(None, 0)))
"""

PARTIAL_BOUND_IN_TWO_STEPS = """
import functools

import jax
import jax.numpy as jnp


def loss(params, batch, smoothing, debug):
    out = batch["x"] @ params
    if smoothing:
        out = out * (1 - smoothing)
    if debug:
        print("tracing", out.shape)
    return jnp.mean((out - batch["y"]) ** 2)


quiet_loss = functools.partial(loss, debug=False)
gradient = jax.jit(jax.grad(functools.partial(quiet_loss, smoothing=0.1)))
"""


@pytest.mark.parametrize(
    "text", [PARTIAL_BOUND, PARTIAL_BOUND_DECORATED, PARTIAL_BOUND_IN_TWO_STEPS]
)
def test_partial_bound_flags(text: str) -> None:
    assert reported(text.replace('print("tracing", out.shape)', "out = 2 * out")) == []


def test_twin_of_partial_bound_flags() -> None:
    # One of them is not bound any more: it is traced.
    assert "JOL103" in codes(PARTIAL_BOUND.replace("train=False, depth=2", "train=False"))
    unbound = PARTIAL_BOUND_IN_TWO_STEPS.replace("quiet_loss, smoothing=0.1", "quiet_loss")
    assert "JOL105" in codes(unbound.replace("if smoothing:", "if smoothing > 0:"))


BOUND_METHOD = """
import jax


class Engine:
    def __init__(self, limit):
        self.limit = limit
        self._update = jax.jit(self.update, static_argnums=(2,), donate_argnums=(0,))

    def update(self, params, grads, count):
        if count > 1:
            grads = jax.tree.map(lambda g: g / count, grads)
        return jax.tree.map(lambda p, g: p - g, params, grads)
"""

BOUND_METHOD_OF_AN_OBJECT = """
import jax
import jax.numpy as jnp


class Model:
    def predict(self, x, width, wide):
        if wide:
            return jnp.zeros((width, x.shape[0])) + x
        return x


model = Model()
predict = jax.jit(model.predict, static_argnums=(1, 2))
"""

UNBOUND_METHOD = """
import functools

import jax
import jax.numpy as jnp


class Config:
    @functools.partial(jax.jit, static_argnums=(0, 2))
    def padded(self, x, width):
        if width > 8:
            x = x * 2
        return jnp.pad(x, (0, width))
"""


@pytest.mark.parametrize("text", [BOUND_METHOD, BOUND_METHOD_OF_AN_OBJECT, UNBOUND_METHOD])
def test_bound_method_static_argnums(text: str) -> None:
    assert reported(text) == []


def test_twin_of_bound_method_static_argnums() -> None:
    # The position that would be right, were `self` counted.
    twin = BOUND_METHOD.replace("static_argnums=(2,)", "static_argnums=(1,)")
    assert codes(twin) & {"JOL103", "JOL105"}
    assert codes(UNBOUND_METHOD.replace("(0, 2)", "(0, 1)")) & {"JOL103", "JOL105"}


STABLE = """
import jax
import jax.numpy as jnp


def double(x):
    return 2 * x


def run(x, steps):
    for _ in range(steps):
        x = jax.jit(double)(x)
    return x
"""

STABLE_ATTRIBUTE = """
import jax


def train(state, step_fn, batches, key):
    for step, batch in enumerate(batches):
        step_key = jax.jit(jax.random.fold_in)(key, step)
        state = step_fn(state, batch, step_key)
    return state
"""

STABLE_LOCAL = """
import functools

import jax


def scaled(x, rate):
    return rate * x


def run(x, rate, steps):
    halved = functools.partial(scaled, rate=rate)
    mapped = jax.vmap(halved)

    def shifted(x):
        return x + rate

    for _ in range(steps):
        x = jax.jit(halved)(x)
        x = jax.jit(mapped)(x)
        x = jax.jit(shifted)(x)
    return x
"""

STABLE_PARAMETER = """
import jax


def descend(advance, state, steps):
    i = 0
    while i < steps:
        state = jax.jit(advance)(state)
        i += 1
    return state
"""


@pytest.mark.parametrize("text", [STABLE, STABLE_ATTRIBUTE, STABLE_LOCAL, STABLE_PARAMETER])
def test_jit_of_a_stable_function_in_a_loop(text: str) -> None:
    # That a scan could take the steps is for information, and another matter.
    assert codes(text) <= {"JOL202"}


def test_twin_of_jit_of_a_stable_function_in_a_loop() -> None:
    assert "JOL101" in codes(STABLE.replace("jax.jit(double)", "jax.jit(lambda x: 2 * x)"))
    assert "JOL101" in codes(STABLE.replace("jax.jit(double)", "jax.jit(jax.vmap(double))"))
    inside = STABLE_LOCAL.replace("jax.jit(mapped)", "jax.jit(jax.vmap(halved))")
    assert "JOL101" in codes(inside)


ALIAS = """
import jax
import jax.numpy as np


@jax.jit
def loss(params, x, y):
    out = np.tanh(np.dot(np.asarray(x), params))
    out = np.where(np.isnan(out), 0.0, np.clip(out, -1.0, 1.0))
    return np.sqrt(np.mean(np.square(out - np.array(y))))
"""

ALIAS_FROM_JAX = """
from jax import jit, vmap
from jax import numpy as np


@jit
def norms(xs):
    return vmap(lambda x: np.sqrt(np.sum(np.abs(x) ** 2)))(np.stack([xs, -xs]))
"""

ALIAS_BESIDE_NUMPY = """
import jax
import jax.numpy as np
import numpy as onp

SCALE = onp.sqrt(onp.arange(1.0, 5.0))


@jax.jit
def scaled(x):
    return np.exp(np.concatenate([x, x])) * np.asarray(onp.tile(SCALE, 2))


def epoch(state, step, loader):
    losses = []
    for inputs, labels in loader:
        state, loss = step(state, np.array(inputs), np.array(labels))
        losses.append(loss)
    return state, np.mean(np.stack(losses))
"""


@pytest.mark.parametrize("text", [ALIAS, ALIAS_FROM_JAX, ALIAS_BESIDE_NUMPY])
def test_np_aliasing_jax_numpy(text: str) -> None:
    assert reported(text) == []


def test_twin_of_np_aliasing_jax_numpy() -> None:
    assert "JOL401" in codes(ALIAS.replace("import jax.numpy as np", "import numpy as np"))
    twin = ALIAS_BESIDE_NUMPY.replace("np.exp(np.concatenate", "onp.exp(np.concatenate")
    assert "JOL401" in codes(twin)


STEP = """
import jax
import jax.numpy as jnp
import numpy as np
from functools import partial


def loss_fn(params, batch):
    return jnp.mean((batch @ params) ** 2)


@partial(jax.jit, donate_argnums=(0,))
def step_fn(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    return params - 0.1 * grads, loss

"""

LOGGED = (
    STEP
    + """
def train(params, batches, log_every):
    for step, batch in enumerate(batches):
        params, loss = step_fn(params, batch)
        if step % log_every == 0:
            print(f"{step}: {loss}", float(loss), loss.item())
    return params
"""
)

LOGGED_WITHIN = (
    STEP
    + """
def train(params, batches, splits, writer, total):
    step = 0
    while step < total:
        params, loss = step_fn(params, next(batches))
        step += 1
        if (step + 1) % 100 == 0 or step == total:
            if writer is not None:
                writer.add_scalar("loss", np.asarray(loss), step)
            for name, split in splits.items():
                print(name, float(loss_fn(params, next(split))))
    return params
"""
)

LOGGED_OTHERWISE = (
    STEP
    + """
def train(params, batches, log_every):
    for step, batch in enumerate(batches):
        params, loss = step_fn(params, batch)
        if step % log_every:
            continue
        print(step, np.asarray(loss))
    return params
"""
)


@pytest.mark.parametrize("text", [LOGGED, LOGGED_WITHIN, LOGGED_OTHERWISE])
def test_logging_behind_step_modulo_n(text: str) -> None:
    assert reported(text) == []


def test_twin_of_logging_behind_step_modulo_n() -> None:
    every_step = LOGGED.replace("step % log_every == 0", "jax.process_index() == 0")
    assert codes(every_step) & {"JOL402", "JOL404"}
    assert codes(LOGGED.replace("step % log_every == 0", "step % 1 == 0")) & {"JOL402", "JOL404"}
    straight = LOGGED_OTHERWISE.replace("        if step % log_every:\n            continue\n", "")
    assert codes(straight) & {"JOL402", "JOL404"}
