"""Original: an in-place change of the caller's numpy array is lost."""

import jax.numpy as jnp


# jaxopt-lint: verify(np.f32[N], N=5)
def f(buffer):
    for i in range(buffer.shape[0]):
        buffer[i] = buffer[i] * 2
    return jnp.asarray(buffer).sum()
