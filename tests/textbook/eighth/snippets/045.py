"""Masked mean squared error for sensor data with missing readings."""
import jax
import jax.numpy as jnp

BATCH, SENSORS = 1024, 128


def init(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (SENSORS, 256)) / SENSORS**0.5,
        "w2": jax.random.normal(k2, (256, SENSORS)) / 16.0,
    }


def reconstruct(params, x):
    return jnp.tanh(x @ params["w1"]) @ params["w2"]


@jax.jit
def masked_mse(params, x, observed):
    inputs = jnp.where(observed, x, 0.0)
    residual = reconstruct(params, inputs) - x
    return jnp.mean(residual[observed] ** 2)


if __name__ == "__main__":
    kp, kx, km = jax.random.split(jax.random.key(0), 3)
    x = jax.random.normal(kx, (BATCH, SENSORS))
    observed = jax.random.bernoulli(km, 0.8, (BATCH, SENSORS))
    print("loss", float(masked_mse(init(kp), x, observed)))
