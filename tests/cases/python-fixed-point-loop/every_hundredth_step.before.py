# not executed: it only shows how often a loop is come to
import jax
import jax.numpy as jnp


@jax.jit
def step(field):
    return 0.5 * (jnp.roll(field, 1, 0) + jnp.roll(field, -1, 0)) + 0.01 * jnp.sin(field)


def potential(charge, mass):
    out = jnp.zeros_like(charge)
    for _ in range(120):  # want: JOL203 (info) "`out`"
        out = jnp.real(jnp.fft.ifftn(jnp.fft.fftn(charge - jnp.cos(mass) * out) / (1.0 + mass)))
    return jnp.sum(out)


def flux(charge, mass):
    out = jnp.zeros_like(charge)
    for _ in range(120):  # want: JOL203 (warning) "`out`"
        out = jnp.real(jnp.fft.ifftn(jnp.fft.fftn(charge - jnp.cos(mass) * out) / (1.0 + mass)))
    return out


def main():
    field = jnp.linspace(0.0, 1.0, 64)
    for turn in range(20000):
        if turn % 1000 == 0:
            print(float(potential(field, field**2)))
        field = step(field)
        field = flux(field, field**2)
    return field


if __name__ == "__main__":
    main()
