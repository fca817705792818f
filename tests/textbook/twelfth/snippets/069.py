import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 8)

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def local_loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


@functools.partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P("data"), P("data")),
    out_specs=(P(), P()),
    check_vma=False,
)
def loss_and_grad(w, x, y):
    loss, grad = jax.value_and_grad(local_loss)(w, x, y)
    return jax.lax.psum((loss, grad), "data")


@jax.jit
def step(w, x, y):
    loss, grad = loss_and_grad(w, x, y)
    return w - 0.02 * grad, loss


def main():
    kx, kw, kn = jax.random.split(jax.random.key(0), 3)
    x = jax.random.normal(kx, (64, 4))
    w_true = jax.random.normal(kw, (4,))
    y = x @ w_true + 0.5 * jax.random.normal(kn, (64,))
    w = jnp.zeros((4,))
    for _ in range(100):
        w, loss = step(w, x, y)
    print("mean squared error", loss)


if __name__ == "__main__":
    main()
