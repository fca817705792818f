import os

import jax
import jax.numpy as jnp

os.environ["JAX_ENABLE_X64"] = "True"


@jax.jit
def kepler(mean_anomaly, ecc):
    def body(_, e):
        return e - (e - ecc * jnp.sin(e) - mean_anomaly) / (1 - ecc * jnp.cos(e))

    return jax.lax.fori_loop(0, 50, body, mean_anomaly)


if __name__ == "__main__":
    anomalies = jnp.linspace(0.0, 6.28, 1_000_000)
    print(kepler(anomalies, 0.9)[-1])
