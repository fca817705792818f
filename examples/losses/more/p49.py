"""Neural field for an image (coordinates -> colour) with three hand-written sine layers."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np
import optax


def picture(size):
    """A synthetic picture with edges and smooth parts."""
    y, x = np.mgrid[0:size, 0:size] / size
    r = np.hypot(x - 0.5, y - 0.5)
    rgb = np.stack([np.sin(20 * r), np.where(x > y, 0.5, -0.5), np.cos(12 * x) * np.sin(9 * y)], -1)
    coords = np.stack([x, y], -1).reshape(-1, 2) * 2 - 1
    return coords.astype(np.float32), rgb.reshape(-1, 3).astype(np.float32)


def siren_init(sizes, omega, rng):
    """Weights as proposed by Sitzmann et al."""
    layers = []
    for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
        bound = 1.0 / a if i == 0 else np.sqrt(6.0 / a) / omega
        layers.append((rng.uniform(-bound, bound, (a, b)).astype(np.float32),
                       np.zeros(b, np.float32)))
    return jax.device_put(layers)


def field(layers, xy, omega):
    h = xy
    for w, b in layers[:-1]:
        h = jnp.sin(omega * (h @ w + b))
    w, b = layers[-1]
    return h @ w + b


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--size", type=int, default=128)
    ap.add_argument("--width", type=int, default=96)
    ap.add_argument("--omega", type=float, default=20.0)
    ap.add_argument("--steps", type=int, default=200)
    ap.add_argument("--batch", type=int, default=2048)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    coords, colours = picture(args.size)
    layers = siren_init([2, args.width, args.width, args.width, 3], args.omega, rng)
    tx = optax.adam(5e-4)
    opt_state = jax.jit(tx.init)(layers)

    @jax.jit
    def step(layers, opt_state, xy, rgb):
        def loss_fn(p):
            return jnp.mean((field(p, xy, args.omega) - rgb) ** 2)

        loss, grads = jax.value_and_grad(loss_fn)(layers)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(layers, updates), opt_state, loss

    for i in range(1, args.steps + 1):
        idx = rng.integers(0, len(coords), args.batch)
        layers, opt_state, loss = step(layers, opt_state, coords[idx], colours[idx])
        if i % 100 == 0:
            print(f"step {i}: psnr {-10 * np.log10(float(loss) / 4):.2f} dB")

    image = np.asarray(jax.jit(lambda p, xy: field(p, xy, args.omega))(layers, coords))
    print(f"final rms error {np.sqrt(np.mean((image - colours) ** 2)):.4f}")


if __name__ == "__main__":
    main()
