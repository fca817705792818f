# devices: 8
import jax
import jax.numpy as jnp

# Two axes of the hardware.
mesh = jax.make_mesh((4, 2), axis_names=('X', 'Y'))  # want: JOL704 "Explicit since JAX 0.9.0"


def matmul_square(left, right):
    return jnp.einsum('bd,df->bf', jnp.square(left), right)


def inputs(key):
    one, two = jax.random.split(key)
    return jax.random.normal(one, (8, 16)), jax.random.normal(two, (16, 4))


def run(left, right):
    size = mesh.size
    return jax.jit(matmul_square)(left, right) * size
