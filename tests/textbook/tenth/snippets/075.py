import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 4)

mesh = jax.make_mesh((4,), ("expert",), axis_types=(AxisType.Auto,))


def expert_forward(w, x):
    d_in, d_out = w.shape
    h = x @ w
    return jax.nn.gelu(h) / jnp.sqrt(d_in)


forward = jax.jit(
    jax.shard_map(
        expert_forward,
        mesh=mesh,
        in_specs=(P("expert"), P("expert")),
        out_specs=P("expert"),
    )
)

key_w, key_x = jax.random.split(jax.random.key(0))
experts = jax.random.normal(key_w, (4, 16, 32))
tokens = jax.random.normal(key_x, (4, 10, 16))
out = forward(experts, tokens)
print(out.shape)
