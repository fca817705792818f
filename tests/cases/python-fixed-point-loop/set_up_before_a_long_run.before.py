# not executed: it only shows what a loop stands beside
import jax
import jax.numpy as jnp


@jax.jit
def step(field):
    return 0.5 * (jnp.roll(field, 1, 0) + jnp.roll(field, -1, 0)) + 0.01 * jnp.sin(field)


def seeded(charge, mass):
    out = jnp.zeros_like(charge)
    for _ in range(1500):  # want: JOL203 (info) "`out`"
        out = jnp.real(jnp.fft.ifftn(jnp.fft.fftn(charge - jnp.cos(mass) * out) / (1.0 + mass)))
    return out


def solved(charge, mass):
    out = jnp.zeros_like(charge)
    for _ in range(1500):  # want: JOL203 (warning) "`out`"
        out = jnp.real(jnp.fft.ifftn(jnp.fft.fftn(charge - jnp.cos(mass) * out) / (1.0 + mass)))
    return out


def simulated():
    field = jnp.linspace(0.0, 1.0, 64)
    field = seeded(field, field**2)
    for turn in range(20000):
        field = step(field)
    return field


def main():
    field = jnp.linspace(0.0, 1.0, 64)
    return simulated(), solved(field, field**2)


if __name__ == "__main__":
    main()
