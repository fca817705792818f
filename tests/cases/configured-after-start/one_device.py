"""One device of the host is what there is anyway."""

import jax.numpy as jnp
import numpyro

rates = jnp.linspace(0.0, 1.0, 5)
numpyro.set_host_device_count(1)
print(rates)
