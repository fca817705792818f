"""Trains the wave model: python train.py"""

import jax
import jax.numpy as jnp
import model

RATE = 0.05


@jax.jit
def train_step(params, batch):
    inputs, targets = batch

    def loss_fn(p):
        predictions = model.predict_batch(p, inputs)
        return jnp.mean((predictions - targets) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    predictions = model.predict_batch(params, inputs)
    metrics = {"loss": loss, "error": jnp.max(jnp.abs(predictions - targets))}
    params = jax.tree.map(lambda p, g: p - RATE * g, params, grads)
    return params, metrics


@jax.jit
def weight_norm(params):
    # jaxopt-lint: verify({"hh": f32[H,H], "xh": f32[H,F]}, H=5, F=3)
    squares = jax.tree_map(lambda p: jnp.sum(p**2), params)
    return jnp.sqrt(sum(jax.tree_leaves(squares)))


def batches(key, count, size=3, steps=6, features=3, outputs=2):
    for i in range(count):
        k = jax.random.fold_in(key, i)
        xs = jax.random.normal(k, (size, steps, features))
        yield xs, jnp.cumsum(xs, axis=1)[..., :outputs] * 0.1


def main(count=30):
    params = model.init(jax.random.key(0))
    losses = []
    for batch in batches(jax.random.key(1), count):
        params, metrics = train_step(params, batch)
        losses.append(float(metrics["loss"]))
    print(f"loss {losses[0]:.4f} -> {losses[-1]:.4f}")
    return losses


if __name__ == "__main__":
    main()
