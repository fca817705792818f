"""Compare two Poisson solvers (FFT and multigrid-free conjugate gradients) on one grid."""
import time
import numpy as np
import jax
import jax.numpy as jnp

N = 512


def charge(seed):
    rng = np.random.default_rng(seed)
    rho = rng.standard_normal((N, N)).astype(np.float32)
    return jnp.asarray(rho - rho.mean())


def neg_laplace(u):
    return 4 * u - jnp.roll(u, 1, 0) - jnp.roll(u, -1, 0) - jnp.roll(u, 1, 1) - jnp.roll(u, -1, 1)


@jax.jit
def solve_fft(rho):
    k = 2 * jnp.pi * jnp.fft.fftfreq(N)
    lam = 4 - 2 * jnp.cos(k)[:, None] - 2 * jnp.cos(k)[None, :]
    lam = lam.at[0, 0].set(1.0)
    spec = (jnp.fft.fft2(rho) / lam).at[0, 0].set(0.0)
    return jnp.fft.ifft2(spec).real


@jax.jit
def solve_cg(rho):
    def body(_, s):
        x, r, p, rr = s
        ap = neg_laplace(p)
        alpha = rr / jnp.vdot(p, ap)
        x, r = x + alpha * p, r - alpha * ap
        new = jnp.vdot(r, r)
        return x, r, r + new / rr * p, new

    init = (jnp.zeros_like(rho), rho, rho, jnp.vdot(rho, rho))
    return jax.lax.fori_loop(0, 250, body, init)[0]


class Stopwatch:
    def __init__(self):
        self.rows = []

    def __call__(self, label, fn, arg, n=6):
        jax.block_until_ready(fn(arg))
        total = 0.0
        for _ in range(n):
            jax.block_until_ready(arg)
            t0 = time.perf_counter()
            result = fn(arg)
            jax.block_until_ready(arg)
            total += time.perf_counter() - t0
        self.rows.append((label, total / n))
        return result


def main():
    watch = Stopwatch()
    for seed in range(3):
        rho = charge(seed)
        u = watch("fft", solve_fft, rho)
        w = watch("cg", solve_cg, rho)
        for name, sol in (("fft", u), ("cg", w)):
            res = jnp.linalg.norm(neg_laplace(sol) - rho) / jnp.linalg.norm(rho)
            print(f"seed {seed} {name:4s} relative residual {float(res):.2e}")
    for label in ("fft", "cg"):
        ts = [t for l, t in watch.rows if l == label]
        print(f"{label:4s} {1e3 * np.mean(ts):9.3f} ms per solve")


if __name__ == "__main__":
    main()
