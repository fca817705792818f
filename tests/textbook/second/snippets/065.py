import jax
import jax.numpy as jnp


def causal_mask(n):
    mask = jnp.zeros((n, n))
    for i in range(n):
        mask[i, i + 1:] = -jnp.inf
    return mask


@jax.jit
def scores(q, k, mask):
    return jax.nn.softmax(q @ k.T / jnp.sqrt(q.shape[-1]) + mask, axis=-1)


def attend(q, k, v):
    return scores(q, k, causal_mask(q.shape[0])) @ v


if __name__ == "__main__":
    x = jax.random.normal(jax.random.key(0), (32, 16))
    print(attend(x, x, x).shape)
