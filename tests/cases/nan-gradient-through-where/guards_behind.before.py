# not executed: there is no fix
# Guards that keep the value finite, behind a root or up to the edge of what a function takes.
import jax
import jax.numpy as jnp


def unit(v):
    length = jnp.linalg.norm(v, axis=-1, keepdims=True)
    return v / jnp.maximum(length, 1e-12)  # want: JOL507 (warning) "no derivative where `v` is 0"


def moved(params, x):
    return jnp.sum(unit(params * x) + params / (jnp.linalg.norm(params) + 1e-6))  # want: JOL507 (warning)


def masked(v):
    length = jnp.sqrt(jnp.sum(v**2, axis=-1))
    return jnp.sum(v / jnp.where(length > 1e-10, length, 1.0)[..., None])  # want: JOL507 (warning) "where `v` is 0"


def angle(a, b):
    cosine = jnp.sum(a * b)
    cosine = jnp.clip(cosine, -1.0, 1.0)  # want: JOL507 (warning) "stops `cosine` where `jnp.arccos`"
    return jnp.arccos(cosine)


def deviation(x):
    variance = jnp.mean(x**2) - jnp.mean(x) ** 2
    return jnp.sqrt(jnp.maximum(variance, 0.0))  # want: JOL507 (warning) "stops `variance`"


slopes = [jax.grad(moved), jax.grad(masked)]
first, second, third = jax.grad(moved), jax.grad(angle), jax.grad(masked)
fourth = jax.grad(deviation)


def normalized(embeddings, epsilon=1e-12):
    norm = jnp.linalg.norm(embeddings, axis=-1, keepdims=True)
    return embeddings / jnp.maximum(norm, epsilon)  # want: JOL507 (info) "no derivative"
