"""Project a batch of 4096 nearly-SPD 32 x 32 matrices onto the SPD cone."""
import jax
import jax.numpy as jnp

BATCH, DIM = 4096, 32


def symmetrize(m):
    return 0.5 * (m + m.T)


def project(m):
    values, vectors = jnp.linalg.eigh(m)
    return (vectors * jnp.maximum(values, 1e-4)) @ vectors.T


def repair(m):
    """Run the eigendecomposition only for matrices whose diagonal looks wrong."""
    m = symmetrize(m)
    needs_repair = jnp.min(jnp.diagonal(m)) <= 0.0
    return jax.lax.cond(needs_repair, project, lambda a: a, m)


repair_batch = jax.jit(jax.vmap(repair))


if __name__ == "__main__":
    k_base, k_bad = jax.random.split(jax.random.key(0))
    base = 0.05 * jax.random.normal(k_base, (BATCH, DIM, DIM)) + jnp.eye(DIM)
    bad = jax.random.bernoulli(k_bad, 0.01, (BATCH,))
    matrices = base.at[:, 0, 0].add(jnp.where(bad, -2.0, 0.0))
    fixed = repair_batch(matrices)
    print("repaired", int(bad.sum()), "of", BATCH, fixed.shape)
