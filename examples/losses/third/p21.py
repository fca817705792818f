"""Shallow-water waves on a periodic beta-plane, leapfrog with Robert-Asselin filter."""
from typing import NamedTuple
import numpy as np
import jax
import jax.numpy as jnp

NY, NX = 640, 640
DX, DT = 10e3, 30.0
G, DEPTH, F0, BETA = 9.81, 400.0, 1e-4, 1.6e-11


class State(NamedTuple):
    h: jax.Array
    u: jax.Array
    v: jax.Array


CORIOLIS = (F0 + BETA * DX * (np.arange(NY) - NY / 2)).astype(np.float32)[:, None]


def ddx(a):
    return (jnp.roll(a, -1, 1) - jnp.roll(a, 1, 1)) / (2 * DX)


def ddy(a):
    return (jnp.roll(a, -1, 0) - jnp.roll(a, 1, 0)) / (2 * DX)


def tendency(s):
    dh = -DEPTH * (ddx(s.u) + ddy(s.v))
    du = CORIOLIS * s.v - G * ddx(s.h)
    dv = -CORIOLIS * s.u - G * ddy(s.h)
    return State(dh, du, dv)


def leap(prev, cur):
    nxt = jax.tree.map(lambda p, t: p + 2 * DT * t, prev, tendency(cur))
    cur = jax.tree.map(lambda p, c, n: c + 0.05 * (p - 2 * c + n), prev, cur, nxt)
    return cur, nxt


def advance(prev, cur):
    return jax.lax.fori_loop(0, 6, lambda i, s: leap(*s), (prev, cur))


advance = jax.jit(advance, donate_argnums=(0, 1))


@jax.jit
def diagnostics(s):
    ke = 0.5 * DEPTH * jnp.mean(s.u ** 2 + s.v ** 2)
    pe = 0.5 * G * jnp.mean(s.h ** 2)
    return jnp.stack([ke, pe, jnp.abs(s.h).max()])


def bump():
    y, x = np.mgrid[:NY, :NX]
    r2 = ((x - NX / 3) ** 2 + (y - NY / 2) ** 2) / 30.0 ** 2
    h = np.exp(-r2).astype(np.float32)
    return State(jnp.asarray(h), jnp.zeros((NY, NX)), jnp.zeros((NY, NX)))


def main():
    prev = bump()
    cur = jax.tree.map(lambda p, t: p + DT * t, prev, tendency(prev))
    rows = []
    for block in range(60):
        prev, cur = advance(prev, cur)
        if block % 20 == 19:
            rows.append((block, diagnostics(cur)))
    for block, row in rows:
        ke, pe, peak = np.asarray(row)
        print(f"hour {(block + 1) * 6 * DT / 3600:5.1f}  KE {ke:.4e}  PE {pe:.4e}  max|h| {peak:.3f}")


if __name__ == "__main__":
    main()
