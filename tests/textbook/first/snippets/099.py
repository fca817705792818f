import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",), axis_types=(jax.sharding.AxisType.Auto,))


def local_loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


@jax.jit(donate_argnums=0)
@jax.shard_map(mesh=mesh, in_specs=(P(), P("data"), P("data")), out_specs=(P(), P()))
def train_step(w, x, y):
    loss, grads = jax.value_and_grad(lambda w: jax.lax.pmean(local_loss(w, x, y), "data"))(w)
    return w - 0.1 * grads, loss


def main(steps=50):
    sharding = jax.NamedSharding(mesh, P("data"))
    n = 8 * jax.device_count()
    x = jax.device_put(jax.random.normal(jax.random.key(0), (n, 4)), sharding)
    y = jax.device_put(jnp.ones(n), sharding)
    w = jnp.zeros(4)
    for _ in range(steps):
        w, loss = train_step(w, x, y)
    print(loss)


if __name__ == "__main__":
    main()
