import jax
import jax.numpy as jnp


@jax.jit
def log_softmax_any(x, mask=None):
    if x.ndim == 1:
        x = x[None]
    if mask is not None:
        x = jnp.where(mask, x, -jnp.inf)
    if x.dtype == jnp.bfloat16:
        x = x.astype(jnp.float32)
    while x.ndim > 2:
        x = x.reshape(-1, x.shape[-1])
    assert x.shape[-1] > 1, "need at least two classes"
    return x - jax.scipy.special.logsumexp(x, axis=-1, keepdims=True)


if __name__ == "__main__":
    print(log_softmax_any(jnp.ones((2, 3, 4))).shape)
    print(log_softmax_any(jnp.ones(4, jnp.bfloat16), jnp.array([True, True, False, True])))
