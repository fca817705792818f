import jax
import jax.numpy as jnp


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return ({"w": jax.random.normal(a, (4,)), "b": jnp.zeros(())},
            jax.random.normal(b, (6, 4)), jax.random.normal(c, (6, 4)), jnp.linspace(-1., 1., 6))


def value(params, obs):
    return obs @ params["w"] + params["b"]


def run(params, obs, next_obs, reward):
    """TD(0) loss."""
    v = value(params, obs)
    target = reward + 0.9 * jax.lax.stop_gradient(value(params, next_obs))
    return jnp.mean((v - target) ** 2)
