# used inside jax.jit
import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 3)
    return (jax.random.normal(ks[0], (20,)), jax.random.normal(ks[1], (21,)), jax.random.bernoulli(ks[2], 0.2, (20,)))


def run(rewards, values, done):
    """Generalized advantage estimates; values has one entry more than rewards."""
    advantage = jnp.zeros((), rewards.dtype)
    out = []
    for t in reversed(range(rewards.shape[0])):
        alive = 1.0 - done[t]
        delta = rewards[t] + 0.99 * values[t + 1] * alive - values[t]
        advantage = delta + 0.99 * 0.95 * alive * advantage
        out.append(advantage)
    return jnp.stack(out[::-1])
