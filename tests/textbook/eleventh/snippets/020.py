import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

history = []


def log(step, value):
    history.append((int(step), float(value)))


@jax.jit
def optimise(x):
    def body(i, x):
        value, grad = jax.value_and_grad(lambda z: jnp.sum((z - 1.0) ** 2))(x)
        io_callback(log, None, i, value, ordered=True)
        jax.lax.cond(
            i % 5 == 0,
            lambda: jax.debug.print("step {i}: {v:.4f}", i=i, v=value),
            lambda: None,
        )
        return x - 0.1 * grad

    return jax.lax.fori_loop(0, 10, body, x)


x = optimise(jnp.zeros(3))
jax.effects_barrier()
steps, values = map(np.asarray, zip(*history))
print(steps.tolist(), values[-1])
