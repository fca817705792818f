import jax
import jax.numpy as jnp


def show():
    x = jnp.ones(3)
    print(x.device_buffer)  # fact: device_api_misuse.misuses it.addressable_data(0)
    print(x.shape, x.dtype)
    if hasattr(x, "device_buffer"):
        print(x.device_buffer)
