"""Batched particle simulation that rebuilds its covariance every 50 steps."""
import jax
import jax.numpy as jnp

CHAINS, DIM, STEPS, REFRESH = 512, 64, 2_000, 50


def whiten(m):
    values, vectors = jnp.linalg.eigh(m + 1e-3 * jnp.eye(DIM))
    return (vectors / jnp.sqrt(jnp.maximum(values, 1e-3))) @ vectors.T


def chain_step(state, key, refresh):
    x, second_moment, precond = state
    x = 0.99 * x + 0.1 * precond @ jax.random.normal(key, (DIM,))
    second_moment = 0.98 * second_moment + 0.02 * jnp.outer(x, x)
    precond = jax.lax.cond(refresh, whiten, lambda _: precond, second_moment)
    return x, second_moment, precond


@jax.jit
def simulate(state, base_key):
    def body(state, step):
        keys = jax.random.split(jax.random.fold_in(base_key, step), CHAINS)
        refresh = step % REFRESH == 0
        return jax.vmap(chain_step, in_axes=(0, 0, None))(state, keys, refresh), None

    state, _ = jax.lax.scan(body, state, jnp.arange(STEPS))
    return state


if __name__ == "__main__":
    eye = jnp.broadcast_to(jnp.eye(DIM), (CHAINS, DIM, DIM))
    x, second_moment, precond = simulate((jnp.zeros((CHAINS, DIM)), eye, eye), jax.random.key(0))
    print("std", float(x.std()), second_moment.shape, precond.shape)
