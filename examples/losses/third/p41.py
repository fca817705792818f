"""Acoustic wave propagation with an absorbing rim; energies are summed in double."""
import numpy as np
import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)

N = 900
DX = 5.0
DT = 0.0008
STEPS = 360


def velocity_model():
    z = np.arange(N)[:, None] * DX
    c = 1500.0 + 0.35 * z + np.zeros((1, N))
    c[500:620, 300:600] += 700.0
    return c


def sponge(width=40):
    d = np.minimum(np.arange(N), np.arange(N)[::-1])
    ramp = np.clip((width - d) / width, 0, 1)
    return np.exp(-0.08 * (ramp[:, None] ** 2 + ramp[None, :] ** 2)).astype(np.float32)


def ricker(freq=12.0):
    t = np.arange(STEPS) * DT - 1.0 / freq
    a = (np.pi * freq * t) ** 2
    return ((1 - 2 * a) * np.exp(-a)).astype(np.float32)


def laplacian(u):
    p = jnp.pad(u, 1)
    return p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - 4 * u


courant2 = (velocity_model() * DT / DX) ** 2
damp = sponge()


def propagate(prev, cur, amp):
    nxt = 2 * cur - prev + courant2 * laplacian(cur)
    nxt = nxt * damp
    nxt = nxt.at[20, N // 2].add(amp)
    return cur * damp, nxt


propagate = jax.jit(propagate, donate_argnums=(0, 1))


@jax.jit
def energy(prev, cur):
    vel = ((cur - prev) / DT).astype(jnp.float64)
    return 0.5 * jnp.sum(vel * vel) * DX * DX


def main():
    prev = jnp.zeros((N, N), jnp.float32)
    cur = jnp.zeros((N, N), jnp.float32)
    wavelet = ricker()
    log = []
    for it in range(STEPS):
        prev, cur = propagate(prev, cur, wavelet[it])
        if (it + 1) % 90 == 0:
            log.append((it + 1, energy(prev, cur)))
    for it, e in log:
        print(f"step {it:4d}  kinetic energy {float(e):.5e}")
    print("peak amplitude", f"{float(jnp.abs(cur).max()):.4f}")


if __name__ == "__main__":
    main()
