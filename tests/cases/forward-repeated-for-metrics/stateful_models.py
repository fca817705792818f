import jax
import jax.numpy as jnp
from flax import nnx


def with_dropout(model, params, x, y, key):
    def loss_fn(p):
        pred = model.apply({"params": p}, x, rngs={"dropout": key})
        return jnp.mean((pred - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    # without dropout
    return grads, loss, model.apply({"params": params}, x)


def with_statistics(model, params, stats, x, y):
    def loss_fn(p):
        pred, _ = model.apply({"params": p, "stats": stats}, x, mutable=["stats"])
        return jnp.mean((pred - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return grads, loss, model.apply({"params": params, "stats": stats}, x)


def other_key(model, params, x, y, key):
    first, second = jax.random.split(key)

    def loss_fn(p):
        return jnp.mean((model.apply(p, x, rngs={"dropout": first}) - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return grads, loss, model.apply(params, x, rngs={"dropout": second})


def drawn_from_the_module(model, optimizer, x, y):
    def loss_fn(model):
        return jnp.mean((model(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    pred = model(x)  # draws its dropout anew
    optimizer.update(model, grads)
    return loss, pred
