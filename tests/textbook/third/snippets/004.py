import jax
import jax.numpy as jnp


@jax.jit
def random_walks(key, start):
    def body(pos, i):
        step = jax.random.normal(jax.random.fold_in(key, i), pos.shape)
        pos = pos + 0.1 * step
        return pos, pos

    return jax.lax.scan(body, start, jnp.arange(1000))


key = jax.random.key(42)
final, path = random_walks(key, jnp.zeros((64, 2)))
print(final.shape, path.shape)
