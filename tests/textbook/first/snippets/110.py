import jax
import jax.numpy as jnp
from jax.experimental import host_callback as hcb


def report(arg, transforms):
    step, value = arg
    print(f"iteration {int(step)}: {float(value):.5f}")


@jax.jit
def minimise(x):
    def body(i, x):
        g = jax.grad(lambda z: jnp.sum((z**2 - 2.0) ** 2))(x)
        x = x - 0.01 * g
        hcb.id_tap(report, (i, jnp.sum(x)))
        return x

    return jax.lax.fori_loop(0, 20, body, x)


if __name__ == "__main__":
    print(minimise(jnp.ones(3)))
