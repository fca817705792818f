# not executed: the harness compares what is printed, too
import jax
import jax.numpy as jnp


def show(value):
    print("scale", value)


@jax.jit
def update(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    # How is it going?
    jax.debug.print("loss {loss}", loss=loss)  # want: JOL408 "on every call of `update`"
    scale = 1 / (1 + loss)
    jax.debug.callback(show, scale)  # want: JOL408
    return params - 0.1 * scale * grads  # the new ones


def body(carry, x):
    carry = carry + x
    jax.debug.callback(print, carry)  # want: JOL408
    return carry, carry


def sums(xs):
    return jax.lax.scan(body, jnp.zeros(3), xs)


@jax.jit
def debug_step(x):
    jax.debug.print("x {}", x)  # want: JOL408 (info)
    return 2 * x
