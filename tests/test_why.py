"""`jaxopt-lint why`: the reason that it gives is the one for which nothing was reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

HEAD = """
import time
from functools import partial

import flax.nnx as nnx
import jax
import jax.numpy as jnp
import numpy as np
import optax


"""


class Asking:
    """A project of one file, and what `why` says about a line of it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(
        self, code: str, rule: str = "", *more: str, name: str = "train.py", head: str = HEAD
    ) -> str:
        """The answer for the line that ends in `# ?`."""
        text = head + code
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        rows = [i for i, line in enumerate(text.splitlines(), 1) if line.endswith("# ?")]
        (row,) = rows
        asked = [rule] if rule else []
        assert main(["why", f"{name}:{row}", *asked, "-n", "-j1", *more]) == 0
        captured = self.capsys.readouterr()
        assert captured.err == ""
        return " ".join(captured.out.split())


@pytest.fixture
def why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Asking:
    monkeypatch.chdir(tmp_path)
    return Asking(tmp_path, capsys)


STEP = """
@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


"""


@pytest.mark.parametrize(
    ("rule", "code", "reason"),
    [
        # -- donation
        (
            "missing-donation",
            "@nnx.jit  # ?\ndef step(model, optimizer, x):\n    return x\n",
            "no result of `step` is known to be the new version of one of its parameters",
        ),
        (
            "JOL301",
            "def push(state, x):\n    return state.replace(x=x)\n\n\n"
            "push_it = jax.jit(push)  # ?\n",
            "`push` renews `state`, but no optimizer's update is seen in it",
        ),
        (
            "missing-donation",
            "def make(model):\n    return jax.jit(model.apply)  # ?\n",
            "`model.apply` is not known to be a function of this file: it is read from `model`",
        ),
        # -- waits in loops of steps
        (
            "host-sync-in-step-loop",
            STEP + "def train(params, batches, every):\n"
            "    for step, batch in enumerate(batches):\n"
            "        params, loss = train_step(params, batch)\n"
            "        if step % every == 0:\n"
            "            last = float(loss)  # ?\n"
            "    return params, last\n",
            "it is done under `step % every == 0`, which is taken to hold on some turns only",
        ),
        (
            "host-sync-in-step-loop",
            "def run(model, batches):\n"
            "    total = 0.0\n"
            "    for batch in batches:\n"
            "        loss = model(batch)\n"
            "        total += float(loss)  # ?\n"
            "    return total\n",
            "`loss` comes from `model`, which is a parameter: who gives it is not followed",
        ),
        (
            "JOL402",
            "step = jax.jit(lambda s: s + 1)\nstep = make(step)\n\n\n"
            "def run(state):\n"
            "    for _ in range(100):\n"
            "        state = step(state)  # ?\n"
            "    return state\n",
            "`step` is not known to be compiled: it is bound 2 times, on lines 12, 13",
        ),
        # -- steps that nothing compiles
        (
            "host-sync-in-step-loop",
            "def run(model, batches):\n"
            "    best = 1.0\n"
            "    for batch in batches:\n"
            "        loss = model(batch)\n"
            "        if loss < best:  # ?\n"
            "            best = loss\n"
            "    return best\n",
            "`loss` comes from `model`, which is a parameter: who gives it is not followed",
        ),
        (
            "step-not-jitted",
            "def grad(x):\n    return x\n\n\n"
            "def evaluate(model, batches):\n"
            "    for batch in batches:  # ?\n"
            "        print(model(batch))\n",
            "no gradient is taken in it: only steps that train are looked for",
        ),
        (
            "step-not-jitted",
            "def loss(p, x):\n    return jnp.mean((x @ p) ** 2)\n\n\n"
            "def step(params, x):  # ?\n"
            "    return params - 0.1 * jax.grad(loss)(params, x)\n\n\n"
            "RUN = step\n",
            "no loop on the host of this file is seen to call `step`, or it is also handed on",
        ),
        # -- loops
        (
            "python-loop-over-batch",
            "def score(params, rows):\n"
            "    out = []\n"
            "    for row in rows:  # ?\n"
            "        out.append(jnp.tanh(row @ params))\n"
            "    return jnp.stack(out)\n",
            "`rows` is not known to be an array: it may be a list",
        ),
        (
            "python-loop-over-batch",
            "def score(params, xs: jax.Array, order):\n"
            "    out = []\n"
            "    for i in range(xs.shape[0]):  # ?\n"
            "        out.append(jnp.tanh(xs[i] @ params))\n"
            "        np.random.shuffle(order)\n"
            "    return jnp.stack(out)\n",
            "it draws with `np.random.shuffle`",
        ),
        (
            "python-loop-over-batch",
            "def score(params, xs: jax.Array, fast):\n"
            "    if fast:\n"
            "        return jax.vmap(lambda x: jnp.tanh(x @ params))(xs)\n"
            "    else:\n"
            "        out = []\n"
            "        for i in range(xs.shape[0]):  # ?\n"
            "            out.append(jnp.tanh(xs[i] @ params))\n"
            "        return jnp.stack(out)\n",
            "chooses between it and a faster version",
        ),
        (
            "python-loop-over-time",
            "@jax.jit\n"
            "def run(h, xs: jax.Array):\n"
            "    for t in range(4):  # ?\n"
            "        h = jnp.tanh(h + xs[t])\n"
            "    return h\n",
            "it has few turns",
        ),
        (
            "python-loop-over-layers",
            "class Net(nnx.Module):\n"
            "    def __init__(self, n, rngs):\n"
            "        self.layers = []\n"
            "        for _ in range(n):\n"
            "            self.layers.append(nnx.Linear(8, 8, rngs=rngs))\n"
            "        self.layers.append(nnx.Linear(8, 8, rngs=rngs))\n\n"
            "    def __call__(self, x):\n"
            "        for layer in self.layers:  # ?\n"
            "            x = layer(x)\n"
            "        return x\n",
            "`self.layers` is not known to be made by one comprehension or loop",
        ),
        # -- compiled anew, and what is static
        (
            "jit-in-loop",
            "def sweep(make, seeds):\n"
            "    for seed in seeds:\n"
            "        run = jax.jit(make(seed))  # ?\n"
            "        run(seed)\n",
            "what `make(seed)` returns is not known to be a new function at each run",
        ),
        (
            "static-argument-per-step",
            "def take(x, i):\n    return x[i]\n\n\n"
            "taken = jax.jit(take, static_argnums=(1,))  # ?\n",
            "nothing in this file calls what is compiled here",
        ),
        (
            "static-argument-per-step",
            "def take(x, opt):\n    return opt.update(x)\n\n\n"
            "taken = jax.jit(take, static_argnums=(1,))  # ?\n\n\n"
            "def run(x, opts):\n    return taken(x, opts[0])\n",
            "what the static parameters get is judged at each call, first on line 20",
        ),
        (
            "ragged-batches",
            STEP + "def run(params, count, rollout):\n"
            "    for i in range(count):\n"
            "        loss = train_step(params, rollout(i))  # ?\n"
            "    return loss\n",
            "nothing that `train_step` is given is seen to be cut into batches",
        ),
        (
            "state-baked-into-jit",
            "class Net(nnx.Module):\n"
            "    @partial(jax.jit, static_argnums=(0,))  # ?\n"
            "    def act(self, x):\n"
            "        return self.params @ x\n",
            "`Net` is a module of nnx, and only plain classes are looked at",
        ),
        # -- keys, timers, memory
        (
            "prng-key-reuse",
            "def draw(key, n):\n"
            "    while n > 0:\n"
            "        key, sub = jax.random.split(key)\n"
            "        print(jax.random.normal(sub))\n\n\n"
            "def run(key):\n"
            "    for n in range(3):\n"
            "        draw(key, n)  # ?\n",
            "`draw` uses `key` in a loop, a branch or a fold, and is not taken to use it up",
        ),
        (
            "prng-key-reuse",
            "def run(train, key, n):\n"
            "    for _ in range(n):\n"
            "        key, sub = jax.random.split(key)\n"
            "        print(jax.random.normal(sub))\n"
            "        train(key)  # ?\n",
            "`key` is used up on line 14 afterwards, but `train` is not known to use it up as well",
        ),
        (
            "timing-without-block",
            STEP + "def timed(params, batch):\n"
            "    start = time.perf_counter()\n"
            "    out = train_step(params, batch)\n"
            "    print(out)\n"
            "    end = time.perf_counter()  # ?\n"
            "    return out, end - start\n",
            "`print(out)` is known to wait between the two readings, or may wait unseen",
        ),
        (
            "prng-key-reuse",
            "def run(sample, step, state, key):\n"
            "    first = sample(state.key, jax.random.normal(key))\n"
            "    return first, step(first, key=state.key)  # ?\n",
            "`state.key` was given to `sample` on line 13 already, but neither is known to use it",
        ),
        (
            "missing-remat",
            "def make(net, count):\n    return [nnx.remat(net)(i) for i in range(count)]  # ?\n",
            "`net` is recomputed already; in pieces of which size is not looked at",
        ),
        (
            "missing-remat",
            "def block(x, w):\n    return jnp.tanh(x @ w), None\n\n\n"
            "def forward(x, ws):\n"
            "    return jax.lax.scan(block, x, ws)[0]  # ?\n",
            "nothing in this file is seen to differentiate through it",
        ),
    ],
)
def test_the_reason_is_the_true_one(why: Asking, rule: str, code: str, reason: str) -> None:
    said = why(code, rule)
    assert ": silent: " in said
    assert reason in said


LOOP = (
    "def nearest(points: jax.Array, centres: jax.Array):\n"
    "    out = []\n"
    "    for point in points:{}\n"
    "        out.append(jnp.min(jnp.sum((centres - point) ** 2, axis=1)))\n"
    "    return jnp.stack(out)\n"
)
ROWS = LOOP.format("  # ?")


def test_a_finding_comes_with_what_was_proven_and_its_fix(why: Asking) -> None:
    said = why(ROWS, "JOL201")
    assert "`out` is computed one row at a time" in said
    assert "= confidence: medium" in said
    assert "= fix: Map over the rows with `jax.vmap`" in said
    assert "silent" not in said and "not reported" not in said


def test_a_finding_without_fix_comes_with_the_refusal(why: Asking) -> None:
    code = STEP + (
        "def train(params, batches):\n"
        "    for batch in batches:\n"
        "        params, loss = train_step(params, batch)\n"
        "        value = float(loss)  # ?\n"
        "        print(value * 2)\n"
    )
    assert "= no fix: the loop needs a result of that step on every iteration anyway" in why(
        code, "JOL402"
    )


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        ('per-file-ignores = {"*.py" = ["JOL201"]}', "`per-file-ignores: *.py = JOL201`"),
        ('min-confidence = "high"', "`min-confidence = high`"),
        ('ignore = ["JOL201"]', "the rule is not run: `select` and `ignore` leave it out"),
    ],
)
def test_a_setting_that_hides_a_finding_is_named(
    why: Asking, tmp_path: Path, setting: str, shown: str
) -> None:
    (tmp_path / "jaxopt-lint.toml").write_text(f"{setting}\n")
    said = why(ROWS, "python-loop-over-batch")
    assert "`out` is computed one row at a time" in said
    assert f"= not reported: {shown}" in said


def test_a_comment_that_silences_is_named(why: Asking) -> None:
    code = LOOP.format("  # jaxopt-lint: ignore[JOL201] four rows  # ?")
    assert "= not reported: the comment on line 14: four rows" in why(code, "JOL201")


def test_the_baseline_is_named(why: Asking, tmp_path: Path) -> None:
    why(ROWS)
    assert main(["baseline", "create", "-n", "-j1"]) == 0
    why.capsys.readouterr()
    assert "= not reported: the baseline holds it" in why(ROWS, "JOL201")


def test_a_rule_in_preview_is_run_and_said_to_be(why: Asking) -> None:
    code = (
        "def block(x, w):\n    return jnp.tanh(x @ w), None\n\n\n"
        "def forward(x, ws):\n    return jax.lax.scan(block, x, ws)[0]  # ?\n"
    )
    assert "it is in preview: `--preview` runs it" in why(code, "missing-remat")
    assert "preview" not in why(code, "missing-remat", "--preview")


def test_a_file_that_never_comes_to_jax(why: Asking) -> None:
    said = why("print(1)  # ?\n", "JOL201", head="import os\n")
    assert said.startswith("train.py:2: the file cannot hold a finding: neither it nor")


def test_an_excluded_file_is_said_to_be_one(why: Asking, tmp_path: Path) -> None:
    (tmp_path / "jaxopt-lint.toml").write_text('extend-exclude = ["old"]\n')
    said = why(ROWS, "JOL201", name="old/train.py")
    assert "`check` leaves this file out, unless it is named" in said
    assert "`out` is computed one row at a time" in said


def test_a_word_that_the_file_lacks(why: Asking) -> None:
    said = why(ROWS, "device-put-in-step")
    assert "the file does not hold the word `device_put`" in said
    assert "looks for: " in said


def test_where_nothing_is_the_rule_is_explained(why: Asking) -> None:
    said = why("N = 3  # ?\n\n\n" + STEP, "step-not-jitted")
    assert "nothing here or around it is what this rule looks at" in said
    assert "manual: jaxopt-lint rule JOL109" in said
    assert "no rule came across anything here" in why("N = 3  # ?\n")


def test_a_rule_says_where_else_it_gave_up(why: Asking) -> None:
    code = "N = 3  # ?\n\n\ndef make(model):\n    return jax.jit(model.apply)\n"
    assert "elsewhere: it gave up on line 16" in why(code, "missing-donation")


def test_without_a_rule_those_that_came_furthest_speak(why: Asking) -> None:
    said = why(
        "def score(params, rows):\n"
        "    out = []\n"
        "    for row in rows:  # ?\n"
        "        out.append(jnp.tanh(row @ params))\n"
        "    return jnp.stack(out)\n"
    )
    assert "`rows` is not known to be an array: it may be a list" in said
    assert "JOL201 python-loop-over-batch" in said
    assert said.count(": silent:") <= 4
    assert "missing-donation" not in said


def test_a_line_within_a_loop_is_about_that_loop(why: Asking) -> None:
    said = why(
        "def score(params, rows):\n"
        "    out = []\n"
        "    for row in rows:\n"
        "        out.append(jnp.tanh(row @ params))  # ?\n"
        "    return jnp.stack(out)\n",
        "JOL201",
    )
    assert "train.py:14:5: silent: `rows` is not known to be an array" in said


def test_json(why: Asking, tmp_path: Path) -> None:
    why(ROWS)
    place = f"train.py:{(tmp_path / 'train.py').read_text().splitlines().index(ROWS.splitlines()[2]) + 1}"  # noqa: E501
    assert main(["why", place, "JOL201", "--output-format", "json", "-n", "-j1"]) == 0
    said = json.loads(why.capsys.readouterr().out)
    assert (said["filename"], said["line"], said["file"]) == ("train.py", 14, [])
    (rule,) = said["rules"]
    assert (rule["code"], rule["not_run"], rule["left_out"]) == ("JOL201", None, None)
    assert rule["findings"][0]["code"] == "JOL201"
    assert rule["findings"][0]["not_reported"] is None
    assert main(["why", place, "JOL602", "--output-format", "json", "-n", "-j1"]) == 0
    (rule,) = json.loads(why.capsys.readouterr().out)["rules"]
    assert rule["findings"] == [] and "does not hold the word" in rule["left_out"]
    assert main(["why", place, "JOL202", "--output-format", "json", "-n", "-j1"]) == 0
    (rule,) = json.loads(why.capsys.readouterr().out)["rules"]
    assert rule["unknown"][0]["location"] == {"row": 14, "column": 5}
    assert rule["unknown"][0]["message"] == "nothing goes from one turn to the next"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gone.py:3"], "gone.py: no such file"),
        (["train.py"], "name a file and a line: jaxopt-lint why train.py:41"),
        (["train.py:x"], "name a file and a line"),
        (["train.py:0"], "train.py:0: the file has 2 lines"),
        (["train.py:3"], "train.py:3: the file has 2 lines"),
        (["train.py:1", "step-not-jited"], "did you mean `step-not-jitted`?"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.py").write_text("import jax\nprint(jax)\n")
    assert main(["why", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ") and captured.err.count("\n") == 1
    assert message in captured.err


def test_a_file_that_cannot_be_parsed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.py").write_text("import jax\nfor\n")
    for rule in (["JOL201"], ["JOL101"], []):
        assert main(["why", "train.py:2", *rule, "-n", "-j1"]) == 0
        assert capsys.readouterr().out.count("JOL000") == 1


def test_a_file_that_cannot_be_decoded_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.py").write_bytes(b"import jax\nx = '\xff'\n")
    assert main(["why", "train.py:2"]) == 2
    said = "error: train.py: not valid utf-8: byte 0xff on line 2\n"
    assert capsys.readouterr() == ("", said)
