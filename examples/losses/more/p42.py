"""Gray-Scott reaction-diffusion with a progress report from inside of the loop."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np


class Progress:
    """Collects what the device sends now and then."""

    def __init__(self, total):
        self.total = total
        self.rows = []

    def __call__(self, i, mean_v, max_v):
        self.rows.append((int(i), float(mean_v), float(max_v)))
        print(f"{100 * int(i) // self.total:3d} %: mean v {float(mean_v):.4f}, max {float(max_v):.3f}")


def laplacian(a):
    return (jnp.roll(a, 1, 0) + jnp.roll(a, -1, 0) + jnp.roll(a, 1, 1)
            + jnp.roll(a, -1, 1) - 4.0 * a)


def gray_scott(u, v, feed, kill):
    uvv = u * v * v
    du = 0.16 * laplacian(u) - uvv + feed * (1.0 - u)
    dv = 0.08 * laplacian(v) + uvv - (feed + kill) * v
    return u + du, v + dv


def make_simulation(steps, every, progress):
    def body(i, state):
        u, v, feed, kill = state
        u, v = gray_scott(u, v, feed, kill)

        def report(args):
            jax.debug.callback(progress, *args)

        jax.lax.cond(i % every == 0, lambda: report((i, v.mean(), v.max())), lambda: None)
        return u, v, feed, kill

    @jax.jit
    def run(u, v, feed, kill):
        u, v, _, _ = jax.lax.fori_loop(0, steps, body, (u, v, feed, kill))
        return u, v

    return run


def seeds(size, rng):
    u, v = np.ones((size, size), np.float32), np.zeros((size, size), np.float32)
    for _ in range(12):
        y, x = rng.integers(8, size - 8, 2)
        u[y - 4:y + 4, x - 4:x + 4] = 0.5
        v[y - 4:y + 4, x - 4:x + 4] = 0.25
    return u, v + 0.02 * rng.random((size, size), dtype=np.float32)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--size", type=int, default=128)
    ap.add_argument("--steps", type=int, default=30000)
    ap.add_argument("--feed", type=float, default=0.035)
    ap.add_argument("--kill", type=float, default=0.062)
    args = ap.parse_args()

    progress = Progress(args.steps)
    run = make_simulation(args.steps, args.steps // 4, progress)
    u, v = run(*seeds(args.size, np.random.default_rng(0)), args.feed, args.kill)
    jax.block_until_ready((u, v))
    jax.effects_barrier()
    print(f"pattern covers {np.mean(np.asarray(v) > 0.1):.3f} of the area, {len(progress.rows)} reports")


if __name__ == "__main__":
    main()
