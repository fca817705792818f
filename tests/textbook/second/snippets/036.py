import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402


@jax.jit
def log_partition(energies, beta):
    acc = energies.astype(jnp.float64)
    shifted = -beta * (acc - acc.min())
    return jax.nn.logsumexp(shifted) - beta * acc.min()


def sweep(energies, betas):
    return jax.vmap(log_partition, in_axes=(None, 0))(energies, jnp.asarray(betas))


if __name__ == "__main__":
    e = jax.random.normal(jax.random.key(0), (1_000_000,), dtype=jnp.float64)
    print(sweep(e, (0.1, 0.5, 1.0)))
