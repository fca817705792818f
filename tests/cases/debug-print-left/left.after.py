# not executed: the harness compares what is printed, too
import jax
import jax.numpy as jnp


def show(value):
    print("scale", value)


@jax.jit
def update(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    # How is it going?
    scale = 1 / (1 + loss)
    return params - 0.1 * scale * grads  # the new ones


def body(carry, x):
    carry = carry + x
    return carry, carry


def sums(xs):
    return jax.lax.scan(body, jnp.zeros(3), xs)


@jax.jit
def debug_step(x):
    return 2 * x
