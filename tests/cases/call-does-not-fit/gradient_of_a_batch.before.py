# not executed: the originals raise
import jax
import jax.numpy as jnp
import optax

private = optax.contrib.dpsgd(0.1, l2_norm_clip=1.0, noise_multiplier=1.0, seed=0)
plain = optax.sgd(0.1)


def loss(weights, x):
    return jnp.mean((x @ weights) ** 2)


def step(weights, state, x, given):
    slope = jax.grad(loss)(weights, x)
    updates, state = private.update(slope, state, weights)  # want: JOL855 (warning) "is one for all"
    updates, _ = private.update(given, state)
    others, _ = plain.update(slope, plain.init(weights))
    return optax.apply_updates(weights, updates), state, others
