# not executed: only the severity is looked at
"""What loops run operation by operation: warned of where the loop goes on with it, or is long."""

import time

import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import optax


@jax.jit
def spread(rows, centre):
    apart = jnp.sqrt(jnp.sum((rows - centre) ** 2, axis=-1))
    inside = jnp.exp(-apart) / (1.0 + jnp.exp(-apart))
    return jnp.mean(inside) + jnp.max(apart) - jnp.min(apart)


@jax.jit
def nearest(rows, centres):
    apart = jnp.sum((rows[:, None] - centres[None]) ** 2, axis=-1)
    weights = jnp.exp(-apart) / jnp.sum(jnp.exp(-apart), axis=-1, keepdims=True)
    return jnp.argmax(weights - jnp.mean(weights), axis=-1)


@jax.jit
def moved(rows, labels, centres):
    hot = jax.nn.one_hot(labels, centres.shape[0])
    sums, counts = hot.T @ rows, jnp.sum(hot, axis=0)[:, None]
    return jnp.where(counts > 0, sums / jnp.maximum(counts, 1.0), centres) * 1.0 + 0.0


def clusters(rows, centres, limit, tolerance):
    # Both are on the way from the old centres to the new ones.
    for _ in range(limit):
        labels = nearest(rows, centres)
        renewed = moved(rows, labels, centres)
        if float(jnp.max(jnp.abs(renewed - centres))) < tolerance:
            break
        centres = renewed
    return centres


def report(rows, centres):
    found, total = [], 0.0
    for centre in centres:
        apart = spread(rows, jnp.asarray(centre))
        found.append(float(apart))
        total = total + apart
    return found, total


def draw(value, turn):
    plt.plot(value)
    plt.savefig(f"{turn}.png")


def film(rows, centre, turns):
    # Each turn draws and writes a picture.
    for turn in range(turns):
        centre = centre - 0.1 * spread(rows, centre)
        draw(centre, turn)
    return float(centre)


def tuned(model, tx, batches):
    state, slope = tx.init(model), jax.jit(jax.grad(lambda m, b: jnp.mean((b @ m) ** 2)))
    for turn in range(40):
        updates, state = tx.update(slope(model, batches), state)
        model = optax.apply_updates(model, updates)
        print(turn, model.sum())
    return model


def trained(model, tx, batches):
    state, slope = tx.init(model), jax.jit(jax.grad(lambda m, b: jnp.mean((b @ m) ** 2)))
    for turn in range(40):
        for batch in batches:
            updates, state = tx.update(slope(model, batch), state)
            model = optax.apply_updates(model, updates)
        print(turn, model.sum())
    return model


def cost(x):
    return jnp.sum((3 * x + 1) ** 2)


start = time.time()
x = jnp.zeros(4)
for _ in range(5000):
    x = x - 0.01 * jax.grad(cost)(x)
print("as it is:", time.time() - start)

start = time.time()
descend = jax.jit(lambda x: x - 0.01 * jax.grad(cost)(x))
for _ in range(5000):
    x = descend(x)
print("compiled:", time.time() - start)

y = jnp.zeros(4)
for _ in range(200):
    y = y - 0.01 * jax.grad(cost)(y)
