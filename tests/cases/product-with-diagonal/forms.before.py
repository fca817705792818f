# not executed: reported, there is no rewrite
import jax
import jax.numpy as jnp


@jax.jit
def gram(features, weights):
    return features.T @ jnp.diag(weights) @ features  # want: JOL508 (info) "scales columns"


@jax.jit
def scaled(rows, scale, inner):
    wide = jnp.diag(1.0 / scale)
    first = wide @ rows  # want: JOL508 (info) "only scales rows"
    second = jnp.matmul(inner, jnp.diag(scale).T)  # want: JOL508 (info) "`jnp.diag\(scale\)`"
    return first, jnp.dot(jnp.diag(scale), second)  # want: JOL508 (info)


def low_rank(matrix, rank):
    u, s, vh = jnp.linalg.svd(matrix, full_matrices=False)
    return u[:, :rank] @ jnp.diag(s[:rank]) @ vh[:rank]  # want: JOL508 (info)


@jax.jit
def flipped(rotation):
    return rotation @ jnp.diag(jnp.array([1.0, 1.0, -1.0]))  # want: JOL508 (info)
