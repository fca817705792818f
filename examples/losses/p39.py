"""Tracer particles carried by a field of drifting vortices."""

import jax
import jax.numpy as jnp

PARTICLES = 2_500_000
STEPS = 30
DT = 0.02
REPORT = 10


def flow(x, y, z, time):
    u = jnp.sin(x + 0.3 * time) * jnp.cos(y)
    v = -jnp.cos(x + 0.3 * time) * jnp.sin(y)
    w = 0.2 * jnp.sin(z) * jnp.cos(x)
    return u, v, w


@jax.jit
def advance(state, time):
    drag = 0.5
    u, v, w = flow(state["x"], state["y"], state["z"], time)
    vx = state["vx"] + DT * drag * (u - state["vx"])
    vy = state["vy"] + DT * drag * (v - state["vy"])
    vz = state["vz"] + DT * (drag * (w - state["vz"]) - 0.05)
    return {
        "x": state["x"] + DT * vx,
        "y": state["y"] + DT * vy,
        "z": state["z"] + DT * vz,
        "vx": vx,
        "vy": vy,
        "vz": vz,
    }


@jax.jit
def summary(state):
    speed = jnp.sqrt(state["vx"] ** 2 + state["vy"] ** 2 + state["vz"] ** 2)
    return speed.mean(), state["z"].mean()


@jax.jit
def scatter(key):
    kx, ky, kz = jax.random.split(key, 3)
    uniform = lambda k: jax.random.uniform(k, (PARTICLES,), maxval=2 * jnp.pi)
    still = lambda: jnp.zeros(PARTICLES)
    return {"x": uniform(kx), "y": uniform(ky), "z": uniform(kz), "vx": still(), "vy": still(), "vz": still()}


def main():
    state = scatter(jax.random.PRNGKey(0))
    log = []
    for n in range(STEPS):
        state = advance(state, n * DT)
        if (n + 1) % REPORT == 0:
            log.append((n + 1, summary(state)))
    for n, (speed, depth) in jax.device_get(log):
        print("step %3d mean speed %.5f mean height %.5f" % (n, speed, depth))


if __name__ == "__main__":
    main()
