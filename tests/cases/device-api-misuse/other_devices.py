"""What arrays and devices do have, other libraries' devices, and checks in front."""

import jax
import jax.numpy as jnp
import numpy as np
import torch


def placed(x):
    y = jnp.sin(x)
    where = y.device, y.devices(), y.sharding, y.addressable_data(0), y.addressable_shards
    for d in jax.devices():
        print(d.platform, d.id, d.device_kind, d.process_index, d.memory_stats(), d.client)
        print(getattr(d, "memory_limit", None), d.coords, d.core_on_chip)
        if hasattr(d, "name"):
            print(d.name)
        try:
            print(d.memory_limit)
        except AttributeError:
            pass
    return where


# A device of another library; an argument that may be anything; a host array.
def elsewhere(model, tensor, device):
    t = torch.ones(3).to("cuda")
    print(t.device.type, t.cpu().numpy(), torch.device("cuda").index, device.memory_limit)
    print(device.name, device.platform(), model.device(), tensor.device_buffer)
    h = np.ones(3)
    return h.device, tensor.to_py(), tensor.detach().cpu()


def own(x):
    class Array:
        device_buffer = None

        def device(self):
            return "mine"

    return Array().device(), Array().device_buffer, [n.name for n in [1, x]]


def bound_twice(x, flag):
    devices = jax.devices() if flag else x.nodes
    d = devices[0]
    return d.name, d.type
