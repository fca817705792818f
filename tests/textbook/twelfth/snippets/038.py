import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 8)

mesh = jax.make_mesh((8,), ("data",))


def local_step(w, key, x, y):
    key = jax.random.fold_in(key, jax.lax.axis_index("data"))
    keep = jax.random.bernoulli(key, 0.9, x.shape)

    def loss_fn(w):
        return jnp.mean((jnp.where(keep, x, 0.0) @ w - y) ** 2)

    w_local = jax.lax.pcast(w, "data", to="varying")
    value, g = jax.value_and_grad(loss_fn)(w_local)
    value = jax.lax.pmean(value, "data")
    g = jax.lax.pmean(g, "data")
    return w - 0.1 * g, value


step = jax.jit(
    jax.shard_map(
        local_step,
        mesh=mesh,
        in_specs=(P(), P(), P("data"), P("data")),
        out_specs=(P(), P()),
    ),
    donate_argnums=0,
)


def main():
    kx, key = jax.random.split(jax.random.key(0))
    x = jax.device_put(
        jax.random.normal(kx, (256, 4)), NamedSharding(mesh, P("data", None))
    )
    y = x @ jnp.arange(4.0)
    w = jax.device_put(jnp.zeros((4,)), NamedSharding(mesh, P()))
    for i in range(100):
        w, value = step(w, jax.random.fold_in(key, i), x, y)
    print(w, value)


if __name__ == "__main__":
    main()
