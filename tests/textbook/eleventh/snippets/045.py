import jax
import jax.numpy as jnp
from jax.experimental import host_callback as hcb


def report(arg, transforms):
    step, value = arg
    print(f"step {step}: {value:.4f}")


@jax.jit
def descend(x):
    def body(i, x):
        value, grad = jax.value_and_grad(lambda z: jnp.sum(z**4))(x)
        hcb.id_tap(report, (i, value))
        return x - 0.01 * grad

    return jax.lax.fori_loop(0, 5, body, x)


x = descend(jnp.array([1.0, 2.0]))
jax.effects_barrier()
print(x)
