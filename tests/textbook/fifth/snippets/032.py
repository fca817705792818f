import time
import jax
import jax.numpy as jnp

multiply = jax.jit(lambda a, b: a @ b)
a = jnp.ones((1000, 1000))
start = time.perf_counter()
multiply(a, a).block_until_ready()
print("one product takes", time.perf_counter() - start)
