import jax
from jax.sharding import SingleDeviceSharding

far = SingleDeviceSharding(jax.devices()[0], memory_kind="pinned_host")
near = SingleDeviceSharding(jax.devices()[0], memory_kind="device")


def run(state):
    state = jax.device_put(state, far)  # fact: placements state to host
    new = jax.device_put(state, near)  # fact: placements state to device
    tree = jax.tree.map(lambda leaf: jax.device_put(leaf, far), new)  # fact: placements new to host
    return new, tree, jax.device_put(new)
