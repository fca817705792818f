"""Rewrites that gave other results, or raised: no option applies them any more.

Each program was once rewritten and run beside its original. `refused` is part of the reason that
is given now; "" where nothing is reported at all.
"""

from pathlib import Path
from textwrap import dedent

import pytest

from jaxopt_lint import registry
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Applicability, Confidence, Finding, Promise
from jaxopt_lint.fixing.fixer import with_fixes
from jaxopt_lint.running.engine import lint_file
from jaxopt_lint.running.opening import project_of
from jaxopt_lint.settings.config import Config

HEAD = "import jax\nimport jax.numpy as jnp\nimport numpy as np\nfrom jax import lax\n"
STEP = """

    @jax.jit
    def step(params, x):
        value = loss(params, x)
        grads = jax.grad(loss)(params, x)
        return value, grads
    """
# (what goes wrong, rule, program, part of the reason)
REFUSED = [
    ("a key that a module keeps in a list is split at each call", "separate-loss-and-grad", """
    KEY = [jax.random.key(0)]

    def draw(shape):
        KEY[0], key = jax.random.split(KEY[0])
        return jax.random.normal(key, shape)

    def loss(params, x):
        return jnp.sum((params - x * draw(x.shape)) ** 2)
    """ + STEP, "`draw` stores into `KEY[0]`"),
    ("a global key is split at each call", "separate-loss-and-grad", """
    KEY = jax.random.key(0)

    def draw(shape):
        global KEY
        KEY, key = jax.random.split(KEY)
        return jax.random.normal(key, shape)

    def loss(params, x):
        return jnp.sum((params - x * draw(x.shape)) ** 2)
    """ + STEP, "`draw` assigns the outer name `KEY`"),
    ("a method splits the key of its object", "separate-loss-and-grad", """
    class Model:
        def draw(self, shape):
            self.key, key = jax.random.split(self.key)
            return jax.random.normal(key, shape)

        def loss(self, params, x):
            return jnp.sum((params - x * self.draw(x.shape)) ** 2)

        def step(self, params, x):
            value = self.loss(params, x)
            grads = jax.grad(self.loss)(params, x)
            return value, grads
    """, ""),
    ("a generator of NumPy is drawn from", "separate-loss-and-grad", """
    GENERATOR = np.random.default_rng(0)

    def noise(x):
        return x * GENERATOR.normal()

    def loss(params, x):
        return jnp.sum((params - noise(x)) ** 2)
    """ + STEP, "`noise` draws with `GENERATOR.normal`"),
    ("a generator is gone through", "separate-loss-and-grad", """
    def make(steps):
        factors = (0.5**k for k in range(steps))

        def damped(x):
            for factor in factors:
                x = x * factor
            return x

        def loss(params, x):
            return jnp.sum((params - damped(x)) ** 2)

        def step(params, x):
            value = loss(params, x)
            grads = jax.grad(loss)(params, x)
            return value, grads

        return step
    """, "goes through the generator `factors`"),
    ("the loss counts in a variable of the function around it", "separate-loss-and-grad", """
    def make():
        calls = 0

        def count():
            nonlocal calls
            calls += 1
            return calls

        def loss(params, x):
            return jnp.sum((params - x * count()) ** 2)

        def step(params, x):
            value = loss(params, x)
            grads = jax.grad(loss)(params, x)
            return value, grads

        return step
    """, "`count` assigns the outer name `calls`"),
    ("a method reads what the loop changes", "jit-in-loop", """
    class Model:
        def __init__(self):
            self.t = 1.0

        def forward(self, x):
            return x * self.t

        def train(self, xs):
            for x in xs:
                y = jax.jit(jax.grad(self.forward))(x)
                self.t += 1
            return y
    """, "`forward` reads `self.t`, which an iteration changes"),
    ("a method of an object that the loop steps on", "jit-in-loop", """
    class Model:
        def __init__(self):
            self.t = 1.0

        def bump(self):
            self.t += 1

        def forward(self, x):
            return x * self.t

    def train(xs):
        model = Model()
        for x in xs:
            y = jax.jit(model.forward)(x)
            model.bump()
        return y
    """, "`forward` reads `self.t`, which an iteration changes"),
    ("a dict of the module that another function changes is read one call down",
     "jit-of-fresh-callable", """
    STATE = {"v": 1.0}

    def change(v):
        STATE["v"] = v

    def helper(v):
        return v * STATE["v"]

    def scaled(x):
        return jax.jit(lambda v: helper(v))(x)
    """, "`helper` reads `STATE`"),
    ("an attribute of a class that the file assigns", "jit-of-fresh-callable", """
    class Options:
        scale = 1.0

    def change(v):
        Options.scale = v

    def helper(v):
        return v * Options.scale

    def scaled(x):
        return jax.jit(lambda v: helper(v))(x)
    """, "`helper` reads `Options.scale`, which this file assigns"),
    ("a tuple for each row is stacked on the wrong axis", "python-loop-over-batch", """
    def pair(i, t):
        return i * 2.0, t + 1.0

    @jax.jit
    def run(cur: jax.Array, t):
        return jnp.array([pair(jnp.sin(i), t) for i in cur])
    """, "each iteration gives a Python container"),
    ("tuples are gathered in a list", "python-loop-over-batch", """
    def pair(i, t):
        a = i * 2.0
        return a, t + 1.0

    @jax.jit
    def run(cur: jax.Array, t):
        out = []
        for i in cur:
            out.append(pair(jnp.sin(i), t))
        return jnp.array(out)
    """, "each iteration gives a Python container"),
    ("a turn stores into what it is given", "python-loop-over-time", """
    def cell(state, x):
        state["h"] = jnp.tanh(state["h"] + x)
        return state

    @jax.jit
    def run(state, xs: jax.Array):
        for x in xs:
            state = cell(state, x)
        return state
    """, "`cell` stores into `state"),
    ("collectives in a helper move into the loop", "python-fixed-point-loop", """
    def passed_on(x):
        return lax.ppermute(x, "i", [(0, 1), (1, 0)])

    @jax.jit
    def run(x):
        for _ in range(64):
            x = jnp.sin(passed_on(x)) @ x
        return x
    """, "`passed_on` talks to other devices with `lax.ppermute`"),
    ("what is carried loses a row in each turn", "python-fixed-point-loop", """
    @jax.jit
    def run(h):
        for _ in range(64):
            h = h[:-1]
            h = jnp.sin(h) @ jnp.cos(h)
        return h
    """, "`h` changes its shape"),
    ("integers and floats change places", "python-fixed-point-loop", """
    @jax.jit
    def run(x):
        a = jnp.zeros(3)
        b = jnp.arange(3)
        for _ in range(64):
            a, b = b, jnp.sin(a) + b + x
        return a, b
    """, "which is of another type"),
]  # fmt: skip
# (what goes wrong, rule, program, part of what the fix assumes): applied only on request.
ASKED = [
    ("an attribute of another module", "jit-of-fresh-callable", """
    def helper(v):
        return v * np.SCALE

    def scaled(x):
        return jax.jit(lambda v: helper(v))(x)
    """, "`helper` reads `np.SCALE`"),
    ("a function that `globals()` exchanges", "jit-of-fresh-callable", """
    def helper(v):
        return v * 2

    def change(function):
        globals()["helper"] = function

    def scaled(x):
        return jax.jit(lambda v: helper(v))(x)
    """, "the module uses `globals`"),
    ("a list that is longer than the other", "python-loop-over-batch", """
    @jax.jit
    def run(xs: jax.Array, ys: jax.Array):
        return jnp.stack([jnp.dot(x, y) for x, y in zip(xs, ys)])
    """, "`xs` and `ys` may differ"),
    ("a counter in products", "python-fixed-point-loop", """
    @jax.jit
    def run(q):
        for k in range(2, 100):
            q = q * (k * (k + 3)) + jnp.sin(q)
        return q
    """, "`k * (k + 3)` is computed with an int32"),
    ("a loss whose parts are not seen", "separate-loss-and-grad", """
    def loss(params, x):
        return jnp.sum(model.apply(params, x))
    """ + STEP, "what `model.apply` does is not seen here"),
]  # fmt: skip


def fixed(program: str, rule: str) -> list[Finding]:
    """The findings of one rule in a program, with their fixes."""
    text = HEAD + dedent(program)
    source = SourceFile(Path("/project/m.py"), "m.py", text.encode(), text, "utf-8", "\n")
    config = Config(
        root=Path("/project"), select=("ALL",), preview=True, min_confidence=Confidence.LOW
    )
    project = project_of([source], config).project
    linted = lint_file(source, project, [registry.find_rule(rule)], config)
    assert linted.facts is not None and not linted.crashes, linted.crashes
    found, crashes = with_fixes(linted.facts, linted.found, config)
    assert not crashes, crashes
    return [finding for _, finding in found]


@pytest.mark.parametrize(("why", "rule", "program", "reason"), REFUSED, ids=[r[0] for r in REFUSED])
def test_no_option_applies_it(why: str, rule: str, program: str, reason: str) -> None:
    found = fixed(program, rule)
    assert not any(f.fix for f in found), why
    if reason:
        assert any(reason in f.refused for f in found), [f.refused for f in found]
    else:
        assert not found


@pytest.mark.parametrize(("why", "rule", "program", "assumed"), ASKED, ids=[a[0] for a in ASKED])
def test_only_on_request_and_with_a_name(why: str, rule: str, program: str, assumed: str) -> None:
    (finding,) = fixed(program, rule)
    assert finding.fix is not None
    assert finding.fix.promise is Promise.ASK, why
    assert finding.fix.applicability is Applicability.UNSAFE
    assert any(assumed in text for text in finding.fix.assumed), finding.fix.assumed
