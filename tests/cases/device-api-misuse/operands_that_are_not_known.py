"""An operand of a class that is not known may take the operation over: the result is its own."""

import astropy.units as u
import jax
import jax.numpy as jnp


@jax.jit
def flux(energies):
    return jnp.sum(energies, axis=-1)


def luminosity(energies, distance):
    total = flux(energies).sum(axis=-1) * (u.keV / u.cm**2 / u.s)
    return (total * (4 * jnp.pi * distance**2)).to(u.erg / u.s)


def times(coarse):
    # bound twice, and a quantity each time
    if coarse:
        t = jnp.linspace(0, 1, 5) * u.day
    else:
        t = jnp.linspace(0, 1, 50) * u.day
    return t.to(u.hour)
