import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",), axis_types=(jax.sharding.AxisType.Auto,))
data = NamedSharding(mesh, P("data"))
replicated = NamedSharding(mesh, P())


@jax.jit(out_shardings=replicated, donate_argnums=0)
def train_step(w, x, y):
    x = jax.lax.with_sharding_constraint(x, data)
    g = jax.grad(lambda w: jnp.mean((x @ w - y) ** 2))(w)
    return w - 0.1 * g


def feed(arrays, sharding):
    for batch in arrays:
        yield jax.device_put(batch, sharding)


def main():
    n = 4 * jax.device_count()
    w = jax.device_put(jnp.zeros(2), replicated)
    for x, y in feed([(jnp.ones((n, 2)), jnp.ones(n))] * 10, data):
        w = train_step(w, x, y)
    print(w)


if __name__ == "__main__":
    main()
