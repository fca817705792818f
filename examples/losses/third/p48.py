"""Sparse dictionary learning with FISTA codes and early stopping on held-out patches."""
from functools import partial
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax

P, ATOMS, LAM = 64, 192, 0.15


def fista(dic, x, n_iter=40):
    lip = jnp.max(jnp.sum(jnp.abs(dic @ dic.T), 1))
    z0 = jnp.zeros((x.shape[0], ATOMS))

    def body(_, s):
        z, y, t = s
        g = (y @ dic - x) @ dic.T
        zn = y - g / lip
        zn = jnp.sign(zn) * jnp.maximum(jnp.abs(zn) - LAM / lip, 0)
        tn = 0.5 * (1 + jnp.sqrt(1 + 4 * t * t))
        return zn, zn + (t - 1) / tn * (zn - z), tn

    return lax.fori_loop(0, n_iter, body, (z0, z0, jnp.float32(1.0)))[0]


@partial(jax.jit, donate_argnums=0)
def learn(dic, x, lr):
    z = fista(dic, x)
    resid = z @ dic - x
    dic = dic - lr * z.T @ resid / x.shape[0]
    return dic / jnp.linalg.norm(dic, axis=1, keepdims=True)


@jax.jit
def objective(dic, x):
    z = fista(dic, x, 60)
    rec = 0.5 * jnp.sum((z @ dic - x) ** 2, 1)
    return jnp.mean(rec + LAM * jnp.abs(z).sum(1)), (z != 0).mean()


def patches(n, seed):
    """Edges at random orientation and phase, 8x8, whitened by hand."""
    r = np.random.default_rng(seed)
    yy, xx = np.mgrid[-3.5:4, -3.5:4]
    th, ph = r.uniform(0, np.pi, (2, n, 1, 1))
    u = xx * np.cos(th) + yy * np.sin(th)
    img = np.tanh(2 * u + 4 * np.cos(2 * ph)) * np.exp(-(xx ** 2 + yy ** 2) / 18)
    img = img.reshape(n, P) + 0.05 * r.standard_normal((n, P))
    img -= img.mean(1, keepdims=True)
    return (img / np.linalg.norm(img, axis=1, keepdims=True)).astype(np.float32)


def main():
    train, held = patches(8192, 0), jnp.asarray(patches(512, 1))
    dic = jax.random.normal(jax.random.key(0), (ATOMS, P))
    dic = dic / jnp.linalg.norm(dic, axis=1, keepdims=True)
    rng = np.random.default_rng(2)
    best, patience = np.inf, 0
    for it in range(1, 301):
        dic = learn(dic, train[rng.integers(0, len(train), 256)], 1.0)
        if it % 40 == 0:
            value, density = (float(a) for a in objective(dic, held))
            print(f"{it:4d} objective {value:.4f} density {density:.3f}")
            patience = patience + 1 if value > best - 2e-4 else 0
            best = min(best, value)
            if patience == 2:
                print("stopped")
                break


if __name__ == "__main__":
    main()
