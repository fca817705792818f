"""Galaxy photometry: regress the redshift from fluxes with a wide MLP."""
import argparse
import time

import jax
import numpy as np
import optax


def synth_catalogue(n, bands, rng):
    """Noisy fluxes in many narrow bands; the peak moves with the redshift."""
    z = rng.uniform(0.05, 2.0, n).astype(np.float32)
    grid = np.linspace(0, 1, bands, dtype=np.float32)
    peak = 0.2 + 0.3 * z[:, None]
    flux = np.exp(-((grid - peak) ** 2) / 0.005)
    flux += rng.standard_normal(flux.shape, dtype=np.float32) * 0.05
    return flux.astype(np.float32), z


def init_mlp(sizes, rng):
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        w = rng.normal(0, np.sqrt(2.0 / a), (a, b)).astype(np.float32)
        layers.append({"w": w, "b": np.zeros(b, np.float32)})
    return jax.device_put(layers)


def predict(params, x):
    for layer in params[:-1]:
        x = jax.nn.silu(x @ layer["w"] + layer["b"])
    return (x @ params[-1]["w"] + params[-1]["b"])[:, 0]


def huber(params, x, z):
    return optax.huber_loss(predict(params, x), z, delta=0.1).mean()


def make_step(tx):
    @jax.jit
    def step(params, opt_state, fluxes, redshifts, idx):
        x, z = fluxes[idx], redshifts[idx]
        loss, grads = jax.value_and_grad(huber)(params, x, z)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    return step


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--objects", type=int, default=60000)
    ap.add_argument("--bands", type=int, default=256)
    ap.add_argument("--steps", type=int, default=100)
    ap.add_argument("--batch", type=int, default=256)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    fluxes, redshifts = synth_catalogue(args.objects, args.bands, rng)
    params = init_mlp([args.bands, 256, 256, 1], rng)
    tx = optax.adamw(1e-3, weight_decay=1e-4)
    opt_state = jax.jit(tx.init)(params)
    step = make_step(tx)

    begin = time.time()
    for i in range(args.steps):
        idx = rng.integers(0, args.objects, args.batch)
        params, opt_state, loss = step(params, opt_state, fluxes, redshifts, idx)
        if (i + 1) % 50 == 0:
            print(f"step {i + 1:4d}  loss {float(loss):.5f}  {time.time() - begin:.1f} s")

    sample = rng.integers(0, args.objects, 2000)
    guess = np.asarray(jax.jit(predict)(params, fluxes[sample]))
    scatter = np.std((guess - redshifts[sample]) / (1 + redshifts[sample]))
    print(f"scatter of dz/(1+z): {scatter:.4f}")


if __name__ == "__main__":
    main()
