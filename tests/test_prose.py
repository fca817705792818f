"""Which words of a text name code."""

import pytest

from jaxopt_lint.semantics.jax.prose import files_in, named_in, named_in_notes


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("forward", "forward"),
        (" forward ", "forward"),
        ("train, eval", "train eval"),
        ("nets/train.py", "nets train py"),
        ("the forward pass of a net", ""),
        ("no such loss: see net.forward", "net forward"),
        ("call train(state) first", "train"),
        ("as loss_fn, as AuxLoss and as elbo2 do", "loss_fn AuxLoss elbo2"),
        ("unknown mode 'train'", "train"),
        ("run with --train off", "train"),
        ("python -m train now", "m train"),
        ("set train=True here", "train"),
        ("A Net of HTTPServers", "HTTPServers"),
    ],
)
def test_words_of_texts_of_programs(text: str, named: str) -> None:
    assert named_in(text) == {*named.split()}


def test_a_text_that_is_taken_apart_is_no_prose() -> None:
    assert named_in("train the net", whole=True) == {"train", "the", "net"}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("We train nets and plot the loss.\n", set()),
        ("Call `train` to train nets.\n", {"train"}),
        ("Then:\n\n```python\nnet = train\n```\nand plot.\n", {"python", "net", "train"}),
        ("Then:\n\n    net = train\n\nand plot.\n", {"net", "train"}),
        ("See :func:`train` of nets.\n", {"func", "train"}),
        (".. autofunction:: train\n", {"autofunction", "train"}),
        ("Names:\n\ntrain\nplot\n\nand so on\n", {"train", "plot"}),
        ("Use <code>train</code> or \\texttt{plot} of it", {"code", "train", "texttt", "plot"}),
        ("```\nnever closed: train", {"never", "closed", "train"}),
    ],
)
def test_words_of_notes(text: str, named: set[str]) -> None:
    assert named_in_notes(text) == named


def test_files_and_dotted_names() -> None:
    assert files_in("Run nets/train.py, or nets.plot, e.g. now") == {"train", "nets.plot", "e.g"}
