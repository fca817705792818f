"""Physics-style surrogate: three residual Fourier layers mapping initial to final vorticity."""
import argparse
import numpy as np
import jax
import jax.numpy as jnp
import optax

N, MODES, WIDTH, LAYERS = 48, 10, 20, 3


def init(key):
    ks = jax.random.split(key, 2 * LAYERS + 2)
    p = {"lift": jax.random.normal(ks[0], (1, WIDTH)), "layers": []}
    for i in range(LAYERS):
        re, im = jax.random.normal(ks[2 * i + 1], (2, 2 * MODES, MODES, WIDTH, WIDTH)) / WIDTH
        p["layers"].append({"re": re, "im": im,
                            "skip": jax.random.normal(ks[2 * i + 2], (WIDTH, WIDTH)) / WIDTH ** 0.5})
    p["drop"] = jax.random.normal(ks[-1], (WIDTH, 1)) / WIDTH ** 0.5
    return p


def spectral(layer, h):
    w = layer["re"] + 1j * layer["im"]
    f = jnp.fft.rfft2(h, axes=(1, 2))
    low = jnp.concatenate([f[:, :MODES, :MODES], f[:, -MODES:, :MODES]], 1)
    low = jnp.einsum("bxyi,xyio->bxyo", low, w)
    out = jnp.zeros_like(f)
    out = out.at[:, :MODES, :MODES].set(low[:, :MODES]).at[:, -MODES:, :MODES].set(low[:, MODES:])
    return jnp.fft.irfft2(out, s=(N, N), axes=(1, 2))


def operator(p, w0):
    h = w0[..., None] @ p["lift"]
    for i in range(LAYERS):
        layer = p["layers"][i]
        h = h + jax.nn.gelu(spectral(layer, h) + h @ layer["skip"])
    return (h @ p["drop"])[..., 0]


def make_pairs(n, seed=0, decay=0.02):
    """Heat-flow pairs with a quadratic source."""
    rng = np.random.default_rng(seed)
    k = np.fft.fftfreq(N, 1 / N)
    k2 = k[:, None] ** 2 + k[None, :] ** 2
    spec = np.fft.fft2(rng.standard_normal((n, N, N))) / (1 + k2) ** 1.25
    w0 = np.fft.ifft2(spec).real
    w0 /= w0.std()
    w1 = np.fft.ifft2(np.fft.fft2(w0 + 0.1 * w0 ** 2) * np.exp(-decay * k2)).real
    return w0.astype(np.float32), w1.astype(np.float32)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--steps", type=int, default=36)
    ap.add_argument("--batch", type=int, default=12)
    args = ap.parse_args()
    w0, w1 = make_pairs(256)
    params = init(jax.random.key(0))
    tx = optax.adam(2e-3)
    opt = tx.init(params)

    def loss_fn(p, a, b):
        return jnp.mean((operator(p, a) - b) ** 2) / jnp.mean(b ** 2)

    def step(params, opt, a, b):
        loss, g = jax.value_and_grad(loss_fn)(params, a, b)
        upd, opt = tx.update(g, opt)
        return optax.apply_updates(params, upd), opt, loss

    step = jax.jit(step, donate_argnums=(0, 1))
    rng = np.random.default_rng(1)
    losses = []
    for _ in range(args.steps):
        idx = rng.integers(0, len(w0), args.batch)
        params, opt, loss = step(params, opt, w0[idx], w1[idx])
        losses.append(loss)
    losses = np.array(jax.device_get(losses))
    print("relative error", losses[0].round(4), "->", losses[-5:].mean().round(4))


if __name__ == "__main__":
    main()
