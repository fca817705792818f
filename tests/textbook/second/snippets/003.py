import jax
from jax.experimental import mesh_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
import jax.numpy as jnp


def build_mesh(data: int, model: int) -> Mesh:
    devices = mesh_utils.create_device_mesh((data, model))
    return Mesh(devices, axis_names=("data", "model"))


def place(params, mesh):
    specs = {"w1": P(None, "model"), "w2": P("model", None)}
    return {k: jax.device_put(v, NamedSharding(mesh, specs[k])) for k, v in params.items()}


@jax.jit
def forward(params, x):
    return jax.nn.gelu(x @ params["w1"]) @ params["w2"]


def main():
    mesh = build_mesh(jax.device_count(), 1)
    params = place({"w1": jnp.ones((512, 2048)), "w2": jnp.ones((2048, 512))}, mesh)
    x = jax.device_put(jnp.ones((256, 512)), NamedSharding(mesh, P("data", None)))
    return forward(params, x)
