"""Hamiltonian Monte Carlo on a banana-shaped density, many chains in one program."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

CHAINS = 128
SAMPLES = 600
WARMUP = 200


def potential(q):
    return 0.5 * (q[0] ** 2 / 4.0 + (q[1] + 0.3 * q[0] ** 2 - 1.2) ** 2)


def leapfrog(q, p, step, n):
    grad = jax.grad(potential)

    def body(_, carry):
        q, p = carry
        p = p - 0.5 * step * grad(q)
        q = q + step * p
        return q, p - 0.5 * step * grad(q)

    return jax.lax.fori_loop(0, n, body, (q, p))


def transition(q, key, step, n):
    k_p, k_u = jax.random.split(key)
    p = jax.random.normal(k_p, q.shape)
    q_new, p_new = leapfrog(q, p, step, n)
    delta = potential(q) - potential(q_new) + 0.5 * (p @ p - p_new @ p_new)
    ok = jnp.log(jax.random.uniform(k_u)) < delta
    return jnp.where(ok, q_new, q), ok


@partial(jax.jit, static_argnames=("samples", "n"))
def sample(key, step, samples, n):
    k_init, k_run = jax.random.split(key)
    q0 = jax.random.normal(k_init, (CHAINS, 2))

    def body(q, k):
        q, ok = jax.vmap(transition, in_axes=(0, 0, None, None))(q, jax.random.split(k, CHAINS), step, n)
        return q, (q, ok.mean())

    return jax.lax.scan(body, q0, jax.random.split(k_run, samples))[1]


def main():
    draws, rates = jax.device_get(sample(jax.random.PRNGKey(0), 0.25, SAMPLES + WARMUP, 10))
    kept = draws[WARMUP:].reshape(-1, 2)
    print("acceptance %.3f" % rates.mean())
    print("mean", np.round(kept.mean(0), 2), "std", np.round(kept.std(0), 2))


if __name__ == "__main__":
    main()
