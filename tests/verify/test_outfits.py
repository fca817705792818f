"""Libraries around a training step: what scripts get of them while calls are collected."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.finding import Verdict
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

WANDB = """class Settings:
    def __init__(self, root=""):
        self.root = root


def init(mode="online", settings=None):
    if mode != "disabled":
        raise PermissionError("nobody has an account here")


def login():
    raise PermissionError("nobody has an account here")
"""
DATASETS = """class Dataset(dict):
    @classmethod
    def from_dict(cls, columns):
        return cls(columns)


class DatasetDict(dict):
    pass


def load_dataset(name):
    raise ConnectionError("there is no network here")
"""
SCRIPT = """import numpy as np
import wandb
from datasets import load_dataset
from model import f

wandb.login()
wandb.init(mode="online", settings=wandb.Settings(start_method="thread"))
rows = load_dataset("somebody/mnist")["train"]
images = np.stack([np.asarray(one) for one in rows["image"]])
f(images / 255, np.asarray(rows["label"]))
"""
MODEL = """import jax.numpy as jnp


def f(images, labels):
    assert images.shape[1:] == (28, 28) and labels.max() < 10
    return jnp.tanh(images).mean((1, 2)) * labels
"""


@pytest.mark.executes
def test_loggers_keep_nothing_and_data_is_made_up(session: Session, tmp_path: Path) -> None:
    for name, text in (("wandb", WANDB), ("datasets", DATASETS), ("run", SCRIPT)):
        (tmp_path / f"{name}.py").write_text(text)
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    changes = {path: (MODEL, MODEL.replace(".mean((1, 2)) * labels", ".mean((2, 1)) * labels"))}
    settings = VerifySettings(make_up=False, timing=False, timeout=90, optimize=False)
    found = verify_change(tmp_path, changes, ["model:f"], settings, session=session)["model:f"]
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "with made-up data in place of datasets:somebody/mnist" in found.inputs
