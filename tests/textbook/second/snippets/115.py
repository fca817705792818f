import jax
import jax.numpy as jnp


def normalize(x: jnp.DeviceArray, eps: float = 1e-6):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(var + eps)


def cosine(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.sum(normalize(a) * normalize(b), axis=-1) / a.shape[-1]


pairwise = jax.jit(jax.vmap(jax.vmap(cosine, in_axes=(None, 0)), in_axes=(0, None)))


if __name__ == "__main__":
    ka, kb = jax.random.split(jax.random.key(0))
    print(pairwise(jax.random.normal(ka, (64, 32)), jax.random.normal(kb, (64, 32))).shape)
