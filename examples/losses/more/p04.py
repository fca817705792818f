"""Ray-wise radiative transfer: many independent columns, sharded over eight devices."""
import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

from p04_lib.atmosphere import heating, initial_temperature

COLUMNS, LEVELS, STEPS = 2048, 128, 500

mesh = Mesh(np.array(jax.devices()), ("cols",))
BY_COLUMN = NamedSharding(mesh, P("cols", None))
LAYOUT = NamedSharding(mesh, P(None, "cols"))


def time_step(temperature, albedo, hour):
    """Relax each column towards radiative balance."""
    rate = heating(temperature, albedo, hour)
    temperature = temperature + 0.5 * rate
    return jax.lax.with_sharding_constraint(temperature, LAYOUT)


def simulate(temperature, albedo):
    def body(temperature, i):
        temperature = jax.lax.with_sharding_constraint(temperature, BY_COLUMN)
        temperature = time_step(temperature, albedo, i % 24)
        return temperature, temperature[:, 0].mean()

    return jax.lax.scan(body, temperature, jnp.arange(STEPS))


def main():
    rng = np.random.default_rng(0)
    temperature = jax.device_put(initial_temperature(COLUMNS, LEVELS, rng), BY_COLUMN)
    albedo = jax.device_put(rng.uniform(0.1, 0.6, COLUMNS).astype(np.float32),
                            NamedSharding(mesh, P("cols")))
    run = jax.jit(simulate, donate_argnums=0)
    temperature, surface = run(temperature, albedo)
    surface = np.asarray(surface)
    for i in range(0, STEPS, STEPS // 5):
        print(f"hour {i:4d}: mean surface temperature {surface[i]:.2f} K")
    profile = np.asarray(temperature).mean(0)
    print("profile", np.array2string(profile[:: LEVELS // 6], precision=1))


if __name__ == "__main__":
    main()
