import time
import jax
import jax.numpy as jnp

multiply = jax.jit(lambda a, b: a @ b)
a = jnp.ones((500, 500))
multiply(a, a).block_until_ready()
start = time.perf_counter()
for _ in range(10):
    out = multiply(a, a)
out.block_until_ready()
print((time.perf_counter() - start) / 10)
