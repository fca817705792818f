"""Names that devices have, several of which one is right, and kinds of other things."""

import jax
import numpy as np
import torch


def right():
    gpus = [d for d in jax.devices() if d.platform == "gpu"]
    either = [d for d in jax.devices() if d.platform in {"gpu", "cuda", "rocm"}]
    on_host = jax.devices()[0].device_kind == "cpu"
    model = jax.devices()[0].device_kind == "TPU v4"
    part = "tpu" in jax.devices()[0].device_kind.lower()
    return gpus, either, on_host, model, part, jax.default_backend() == "tpu"


def of_others(device, config):
    named = device.platform == "cuda" or config.device_kind == "gpu"
    return named, torch.device("cuda").type == "cuda", np.__name__ == "gpu"


def chosen(names):
    return jax.default_backend() in names, jax.default_backend() in ("cuda", *names)


def between():
    return "a" < jax.default_backend() < "cuda"
