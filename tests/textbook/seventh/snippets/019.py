import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


@jax.jit
@jax.shard_map(mesh=mesh, in_specs=(P(), P("data"), P("data")), out_specs=P())
def global_loss(w, x, y):
    logits = x @ w
    local = jnp.mean(jnp.logaddexp(0.0, logits) - y * logits)
    return jax.lax.pmean(local, "data")


kx, ky = jax.random.split(jax.random.key(0))
rows = NamedSharding(mesh, P("data"))
x = jax.device_put(jax.random.normal(kx, (16_384, 128)), rows)
y = jax.device_put(jax.random.bernoulli(ky, 0.3, (16_384,)).astype(jnp.float32), rows)
w = jax.device_put(jnp.zeros(128), NamedSharding(mesh, P()))

grad_fn = jax.jit(jax.value_and_grad(global_loss))
for _ in range(200):
    loss, g = grad_fn(w, x, y)
    w = w - 0.5 * g
print(f"loss {loss:.4f}")
