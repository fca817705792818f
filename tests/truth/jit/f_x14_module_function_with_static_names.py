"""Compiled at each call, but of a function of the module with hashable options: cached."""

import jax
from jax.sharding import NamedSharding, PartitionSpec


def _prefill(params, batch, *, model, length):
    return model.apply({"params": params}, batch["text"], length)


def _extend(params, cache, tokens, *, model):
    return model.apply({"params": params}, cache, tokens)


def decode(state, batch, *, model, devices, length):
    mesh = jax.sharding.Mesh(devices, ("devices",))
    out = NamedSharding(mesh, PartitionSpec("devices"))
    logits, cache = jax.jit(
        _prefill,
        out_shardings=(None, out),
        static_argnames=("model", "length"),
    )(state["params"], batch, model=model, length=length)
    extend = jax.jit(_extend, donate_argnums=1, static_argnames=("model",))
    for _ in range(length):
        logits, cache = extend(state["params"], cache, logits.argmax(-1), model=model)
    return logits


def evaluate(state, batches, model, devices):
    return [decode(state, b, model=model, devices=devices, length=16) for b in batches]
