import time

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def conv_stack(x, kernels):
    for k in kernels:
        x = jax.nn.relu(jnp.convolve(x, k, mode="same"))
    return x


def timeit(fn, *args, repeats=20):
    jax.block_until_ready(fn(*args))
    t0 = time.perf_counter()
    for _ in range(repeats):
        out = fn(*args)
    jax.block_until_ready(out)
    return (time.perf_counter() - t0) / repeats


rng = np.random.default_rng(0)
x_host = rng.normal(size=4096).astype(np.float32)
kernels_host = [rng.normal(size=9).astype(np.float32) for _ in range(3)]
x, kernels = jax.device_put((x_host, kernels_host))
print(f"{timeit(conv_stack, x, kernels) * 1e6:.1f} us per call")
