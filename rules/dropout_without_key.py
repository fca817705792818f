"""Models of Equinox that are evaluated with dropout on, and without a key."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.dropout_without_key import Keyless, keyless_calls
from jaxopt_lint.rule import Rule, Severity


class DropoutWithoutKey(Rule[Keyless]):
    """A model of Equinox whose dropout is on is called without a key.

    ## Why is this bad?
    `equinox.nn.Dropout` draws from the `key` that it is given. Without one it raises
    `RuntimeError`, unless it is in inference mode, which is no matter of the call: the whole model
    is put into it by `eqx.nn.inference_mode(model)`, which gives another model. With a key
    at hand the same call would evaluate with dropout, and score too low.

    ## Example
    ```python
    import equinox as eqx
    import jax


    class Net(eqx.Module):
        layer: eqx.nn.Linear
        drop: eqx.nn.Dropout

        def __init__(self, key):
            self.layer = eqx.nn.Linear(8, 1, key=key)
            self.drop = eqx.nn.Dropout(0.5)

        def __call__(self, x, key=None):
            return self.layer(self.drop(x, key=key))


    def predict(key, xs):
        model = Net(key)
        return jax.vmap(model)(xs)
    ```
    Evaluate in inference mode:
    ```python
    model = eqx.nn.inference_mode(Net(key))
    ```

    ## When to keep it
    Where the error is what is wanted, as in a test. A model that is not seen to be as it was made
    is not reported.
    """

    code = "JOL808"
    summary = "A model of Equinox whose dropout is on is called without a key"
    severity = Severity.ERROR
    words = ("Dropout",)

    def matches(self) -> Iterable[Keyless]:
        return keyless_calls(self.facts)

    def judge(self, found: Keyless) -> None:
        self.report(
            found,
            f"`{found.model}` is called without `{found.key}` while its dropout is on, which "
            "raises `RuntimeError`",
            help="call `eqx.nn.inference_mode(model)` to evaluate, or pass a key to train",
            because=(f"the layer is called at {self.facts.at(found.layer)}",),
        )
