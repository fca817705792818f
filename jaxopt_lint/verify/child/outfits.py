"""Libraries that scripts have around a training step and that need an account or a network: while
calls are collected, loggers keep nothing, and data sets are made up."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy

_EXAMPLES = 256  # of a data set
made_up: list[str] = []


def provide() -> None:
    """From now on, these libraries are as scripts need them here as soon as they are imported."""
    # An error of the program is not to become the end of the process, and a configuration is looked
    # for beside the file that asks for it.
    os.environ |= {"HYDRA_FULL_ERROR": "1", "HYDRA_MAIN_MODULE": "__main__"}
    os.environ |= {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}  # so that nobody waits
    if not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def _quiet_wandb(wandb: Any) -> None:
    """Runs that are kept nowhere, and no account."""
    begin = wandb.init

    def init(*args: Any, **kwargs: Any) -> Any:
        return begin(*args, **{**kwargs, "mode": "disabled"})

    wandb.init = init
    if isinstance(kind := getattr(wandb, "Settings", None), type):
        _lenient(kind)
    wandb.login = lambda *args, **kwargs: True
    try:
        init()  # for code that is run without what began its run
    except Exception as error:
        print(f"no run of wandb: {error}", file=sys.stderr)


def _lenient(settings: Any) -> None:
    """Settings that another release has other names for are left out: nothing comes of them."""
    begin = settings.__init__

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        try:
            begin(self, *args, **kwargs)
        except Exception:
            begin(self)

    settings.__init__ = __init__


def _made_up_data(tfds: Any) -> None:
    """Data as the description of each set has it, in place of a download."""
    data: Any = tfds.testing.mock_data(num_examples=_EXAMPLES)
    data.__enter__()
    load = tfds.load

    def told(*args: Any, **kwargs: Any) -> Any:
        made_up.append("tensorflow_datasets")
        return load(*args, **kwargs)

    tfds.load = told


def _images(rows: int, shape: tuple[int, ...], classes: int) -> tuple[Any, Any]:
    """Images of bytes, and their labels."""
    drawn = numpy.random.default_rng(0)
    return drawn.integers(0, 256, (rows, *shape), "uint8"), drawn.integers(0, classes, rows)


def _keras_data(module: Any) -> None:
    """A well-known set of images as Keras hands it out."""
    shape, classes = _IMAGES[module.__name__.rpartition(".")[2]]

    def load_data(*args: Any, **kwargs: Any) -> Any:
        images, labels = _images(_EXAMPLES, shape, classes)
        labels = labels.astype("uint8").reshape(-1, 1) if len(shape) > 2 else labels.astype("uint8")
        made_up.append(module.__name__)
        half = _EXAMPLES // 2
        return (images[:half], labels[:half]), (images[half:], labels[half:])

    module.load_data = load_data


def _picture(image: Any) -> Any:
    """An image as the hub hands it out, or just its bytes where nobody can show it."""
    try:
        imaging: Any = importlib.import_module("PIL.Image")
    except ImportError:
        return image
    return imaging.fromarray(image)


def _hub_data(datasets: Any) -> None:
    """Well-known sets of images as they are on the hub, and lines of text for all others."""

    def load_dataset(path: str, *args: Any, split: Any = None, **kwargs: Any) -> Any:
        name = str(path).rpartition("/")[2].lower()
        made_up.append(f"datasets:{path}")
        if name in _IMAGES:
            shape, classes = _IMAGES[name]
            images, labels = _images(_EXAMPLES, shape, classes)
            image, label = _COLUMNS.get(name, ("image", "label"))
            columns = {image: [*map(_picture, images)], label: labels.tolist()}
        else:
            drawn = numpy.random.default_rng(0).integers(97, 123, (_EXAMPLES, 400), "uint8")
            columns = {"text": [" ".join(bytes(row).decode()[i:i + 5] for i in range(0, 400, 5))
                                for row in drawn]}  # fmt: skip
        rows = datasets.Dataset.from_dict(columns)
        if kwargs.get("streaming"):
            rows = rows.to_iterable_dataset()
        if split is not None:
            return [rows for _ in split] if isinstance(split, (list, tuple)) else rows
        parts = dict.fromkeys(("train", "validation", "test"), rows)
        kind = datasets.IterableDatasetDict if kwargs.get("streaming") else datasets.DatasetDict
        return kind(parts)

    datasets.load_dataset = load_dataset


_IMAGES = {
    "mnist": ((28, 28), 10), "fashion_mnist": ((28, 28), 10), "cifar10": ((32, 32, 3), 10),
    "cifar100": ((32, 32, 3), 100),
}  # fmt: skip
_COLUMNS = {"cifar10": ("img", "label"), "cifar100": ("img", "fine_label")}
_KNOWN: dict[str, Callable[[Any], None]] = {
    "wandb": _quiet_wandb,
    "tensorflow_datasets": _made_up_data,
    "datasets": _hub_data,
    **{f"keras.src.datasets.{name}": _keras_data for name in _IMAGES},
}


class _Finder(importlib.abc.MetaPathFinder):
    """The first one that is asked for a module: it has what comes of those that it knows."""

    _looking = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """What the others find, with something done after it was imported."""
        change = _KNOWN.get(fullname)
        if change is None or self._looking:
            return None
        self._looking = True
        try:
            spec = importlib.util.find_spec(fullname)
        except (ImportError, ValueError):
            return None
        finally:
            self._looking = False
        loader: Any = spec.loader if spec is not None else None
        run = getattr(loader, "exec_module", None)
        if run is None:
            return None

        def exec_module(module: types.ModuleType) -> None:
            run(module)
            try:
                change(module)
            except Exception as error:  # which version knows of no such thing
                print(f"{fullname} is as it is: {error}", file=sys.stderr)

        loader.exec_module = exec_module
        return spec
