"""Random keys that are used up twice."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.idle_keys import left_beside
from jaxopt_lint.patterns.prng_key_reuse import KeyReuse, key_reuses
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.api.sharding import SHARD_MAPS
from jaxopt_lint.semantics.subjects.keys.clashes import told_of_both, unlike
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse


class PrngKeyReuse(Rule[KeyReuse]):
    """A random key is used again after it was used up.

    ## Why is this bad?
    A key is a value, not a generator: whoever is given the same key gets the same random bits.
    Two draws from one key are correlated, even with other shapes or distributions, and nothing
    fails. A key is used up by a sampler and by `split`; that goes for a key that does not change
    in a loop as well: each iteration draws the same numbers. Two splits of one key give the same
    keys, and so do `split(key, n)[i]` and `fold_in(key, i)`.

    The same goes for a key that is carried on to the next step of a `scan`, or returned for the
    next use, after it was used up, and for one that is handed to what is not in this file after it
    was split or drawn from: nobody needs a key but to draw from it or to split it. One key for all
    elements of a `vmap` gives them all the same noise: a draw of the shape of an element that meets
    its values, as noise on pixels or dropout does, is told; others may be wanted, and are told for
    information, and so are first weights: `model.init(key, x)` folds names of its own into the key.
    So it is with a key that `in_specs` of a `shard_map` give to every device, for noise on rows of
    its own. Where several uses follow the first one, the second tells of all, and the others
    are for information.

    Two layers of Equinox made with one key start with the same weights. Where no forward pass uses
    both, as with a target network, or where `eqx.tree_at` replaces the weights of one at once, that
    is told for information, and so is a draw from the key of a layer.

    A function that draws within a branch uses the key up, too, where the branch asks nothing but
    parameters of the function, and what the call gives for them does not lead past it: that the
    branch is taken is assumed. What `jax.nn.initializers` make draws from its key, given as a
    default or not.

    What is said of two uses is what both make of the key. `normal`, `uniform`, `categorical` and
    most others make numbers of its bits, and `split` makes keys of them; `randint`, `permutation`,
    `choice` without weights, `gamma`, `poisson` and their kin split the key within themselves, and
    draw from what they get. One of the first kind and one of the last have nothing in common that
    could be measured, and neither have splits into other numbers of keys before JAX 0.5: JAX
    promises nothing of the two all the same, and the finding is for information, also where
    functions do so with the key that they are given. Two `randint` of 3 and of 2 numbers are
    remainders of one number by spans that share no factor: the one says nothing of the other, and
    neither does a `randint` of an order. A draw and the keys of a split, too, share bits that
    nothing drawn from these keys shows: that is a warning only where the draw stands behind the
    split, which has made a key that nothing reads. Where no JAX from 0.5 on is meant, draws of
    other sizes have other bits. What a distribution of a library makes of a key is not known:
    beside a draw that splits the key within itself, that is for information.

    Two splits of one key into names, of which no key is read behind both, have nothing in common.
    A function that splits its key and draws from none of the new ones uses nothing up, nor does a
    draw that nobody reads, or whose place the second one takes, or that can give one value only
    (`minval` is `maxval`), or is multiplied by 0, nor keys that only go to methods which never read
    them, nor two draws of which each element of a result uses one at the most: in other arms of
    one `where`, also through several, or masked by `kind == 0` and `kind == 1`. A helper that
    stores the next key where it took one from, as in `info["rng"]`, leaves another key there.

    For information, too: where the draw of a compiled call is dropped; where one of the two only
    serves what is looked at (printed, logged, plotted, asserted), or both do, once; where a program
    draws from a key, or first weights, and splits it once, and no loop builds on that; where it
    uses a key once and goes on with it in a loop, so that only the first turn shares it; where a
    loop splits the same keys off on each turn, or goes over settings that are written out, and no
    turn builds on another; where it is assumed that two branches are gone into, or one of what is
    called; where the weights of a layer are drawn anew, and where one call does once more what
    another one has done within itself; where nothing reads what is made of a draw, as where the
    time alone counts; where a loop has one turn by default, and where all who are given the key
    back throw it away.

    A key of which a scan has given one to each step is used up for each of them. Where one key of a
    split goes to two of a kind, and another of that split is not used, the two are told even where
    it is not seen what they do with it.

    It is a warning only where two draws are seen to take the same bits, a loop is seen to draw
    the same ones on each turn, noise meets all elements of a `vmap`, or a split has left a key
    unread, as then somebody has taken the wrong one. Whoever is only handed a key may make of it
    what meets nothing else.

    A key that several samplers take on purpose is left alone where that can be seen: rows of
    arrays that belong together shuffled or picked alike, by one order that is drawn for each of
    them or by one call for each, one function run on other data with the same key, example inputs
    that only initialise a model, and a rule of a `custom_jvp` or `custom_vjp`, which is about the
    draw of the function that it is for. Where a function returns the very draw once more beside
    what it was added to, that is for information.

    ## Example
    ```python
    import jax


    def noisy_line(key, x):
        slope = jax.random.uniform(key)
        noise = jax.random.normal(key, x.shape)
        return slope * x + noise
    ```
    becomes
    ```python
    import jax


    def noisy_line(key, x):
        key_1, key_2 = jax.random.split(key)
        slope = jax.random.uniform(key_1)
        noise = jax.random.normal(key_2, x.shape)
        return slope * x + noise
    ```
    In a loop, fold the counter in (`jax.random.fold_in(key, i)`) or carry the key on
    (`key, subkey = jax.random.split(key)`).

    ## Fix safety
    Unsafe: other numbers are drawn, which is the point, so that no comparison with the original
    can tell whether the rewrite is right. It is offered where all uses of the key follow each
    other in one block.

    ## When to keep it
    Where the same numbers are wanted twice: common random numbers, noise that is computed again
    instead of stored. Where two functions are given one key and their results only meet in a
    comparison, or a loop judges the state, or one model after the other, by the same draws, or
    goes over a `linspace`, and no turn builds on that, the finding is for information; so it is
    where the two stand in different cells of a notebook, which are run by hand in any order. Give
    that key to one function that draws and call it twice, or use `jax.random.clone(key)`, which
    says so. `jax.config.update("jax_debug_key_reuse", True)` makes JAX look for reuse while the
    program runs.
    """

    code = "JOL802"
    summary = "A random key is used again after it was used up"
    fix = "split-key"
    words = ("random", "equinox", "initializers", "numpyro")
    matches = each(key_reuses)

    def judge(self, found: KeyReuse) -> None:
        key = self.source(found.later.key)
        again = found.repeats is not None and found.earlier.call is found.later.call
        if found.carried and not isinstance(found.repeats, ast.Call):
            hint = "return a key that nothing else uses: `key, subkey = jax.random.split(key)`"
        elif found.shared and self._on_devices(found):
            hint = "fold the number of the device in: `jax.random.fold_in(key, axis_index(axis))`"
        elif found.shared:
            hint = "split it into a key for each element, and map over these"
        elif found.carried:
            hint = "carry a key on that nothing else uses: `key, subkey = jax.random.split(key)`"
        elif again:
            hint = "fold in what changes from iteration to iteration, or split before the loop"
        elif found.idle:
            hint = f"give one of them `{found.idle}`"
        else:
            hint = f"split `{key}` once, into a key for each use"
        message = self._repeated(found, key) if again else self._second(found, key)
        purposes = (found.earlier.purpose, found.later.purpose)
        assumed = (*dict.fromkeys((found.assumed, *(purpose.assumed for purpose in purposes))),)
        because = ("" if again else f"used up at {self.facts.at(found.earlier.call)}",)
        weak = self._is_weak(found)
        alike = [] if weak else self._alike(found)
        if alike and alike[0] is not found:
            weak = True  # told where the key is used for the second time: one split mends all
        elif alike[1:]:
            message += f"; so it is on line {_listed([f.later.call.lineno for f in alike[1:]])}"
        severity = Severity.INFO if weak else None
        self.report(found, message, help=hint, severity=severity, because=because, assumed=assumed)

    def _is_weak(self, found: KeyReuse) -> bool:
        """Whether it may well be meant, or do no harm. Cells of a notebook are run by hand, in any
        order, each again and again."""
        apart = self.facts.module.apart(found.earlier.call, found.later.call)
        nothing = unlike(self.facts, found.earlier, found.later)
        little = found.shown or found.once or found.slight or found.branched or found.derived
        return apart or nothing or little or _is_weak(found) or not self._shows(found)

    def _shows(self, found: KeyReuse) -> bool:
        """Whether it is seen that bits come twice and are not meant to: two draws in sight take the
        same ones, or a key that was made for one of the uses is left."""
        uses = (found.earlier, found.later)
        drawn = all(_draws(use) for use in uses) and told_of_both(*uses)
        drawn |= found.shared and found.noisy
        return drawn or found.left or left_beside(self.facts, *uses)

    def _alike(self, found: KeyReuse) -> list[KeyReuse]:
        """All uses in a function of what the same first use has used up, in the order of the file;
        none for what one use repeats."""
        if found.repeats is not None:
            return []
        here = self.facts.module.function(found.node)
        same = [
            one
            for one in key_reuses(self.facts).values()
            if one.earlier.call is found.earlier.call
            and one.repeats is None
            and not self._is_weak(one)
            and self.facts.module.function(one.node) is here
        ]
        return sorted(same, key=lambda one: one.later.call.lineno)

    def _repeated(self, found: KeyReuse, key: str) -> str:
        if isinstance(found.repeats, ast.Call) and found.carried:
            runs = self.source(found.repeats.func)
            also = f"`{runs}` carries it on: the next step uses it again"
            return f"`{key}` is used up here, and {also}"
        if found.carried:
            return f"`{key}` is used up here, and returned for the next use"
        if found.shared and isinstance(found.repeats, ast.Call):
            made = found.repeats
            by_partial = self.facts.names.call(made) == "functools.partial"
            runs = self.source(made.args[0] if by_partial and made.args else made.func)
            what = "devices" if self._on_devices(found) else "elements"
            return f"all {what} of the `{runs}` get `{key}`, and with it the same random bits"
        if isinstance(found.repeats, ast.Call):
            given = f"the function that `{self.source(found.repeats.func)}` is given"
            return (
                f"`{key}` is one key for every run of {given}: all of them get the same random bits"
            )
        if found.later.kind == "split":
            return f"`{key}` does not change in the loop: every iteration splits off the same keys"
        return f"`{key}` does not change in the loop: every iteration gets the same random bits"

    def _on_devices(self, found: KeyReuse) -> bool:
        """Whether the devices of a `shard_map` get the same key."""
        made = found.repeats
        if not isinstance(made, ast.Call):
            return False
        by_partial = self.facts.names.call(made) == "functools.partial" and made.args
        return self.facts.names.of(made.args[0] if by_partial else made.func) in SHARD_MAPS

    def _second(self, found: KeyReuse, key: str) -> str:
        earlier = found.earlier
        when = f"line {earlier.call.lineno}"
        if found.repeats is not None:
            when = f"the iteration before, line {earlier.call.lineno}"
        verb = "given to" if earlier.kind in ("handed", "init") else "used up by"
        return f"`{key}` was {verb} `{earlier.what}` ({when}): {found.effect}"


def _is_weak(found: KeyReuse) -> bool:
    """Whether it may well be meant, or do no harm."""
    # What is given a draw and a key may make parameters for what is shaped like the draw.
    example = any(use.purpose.example for use in (found.earlier, found.later))
    # Who is given a key may not draw from it; one noise for all may be wanted.
    handed = found.earlier.kind == "handed" or "init" in (found.earlier.kind, found.later.kind)
    # Who is not seen to draw from it may make examples of what it is shaped like.
    handed |= found.later.kind == "handed" and found.repeats is None and not found.left
    # Layers split what they are given: their weights and a draw have little in common.
    handed &= not found.idle  # whoever was to get the other one, it is not this
    handed |= {found.earlier.kind, found.later.kind} == {"layer", "sample"}
    meant = (found.shared and not found.noisy) or found.warming or found.twins or found.replayed
    return example or handed or meant


def _draws(use: KeyUse) -> bool:
    """Whether a use is a draw, or a call that is seen to be nothing else for the key."""
    drawn = bool(use.ways) and all(way.made != "split" for way in use.ways)
    return use.kind == "sample" or (use.kind == "call" and drawn)


def _listed(rows: list[int]) -> str:
    *most, last = map(str, dict.fromkeys(rows))
    return f"{', '.join(most)} and {last}" if most else last
