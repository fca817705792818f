"""Train an MLP on a synthetic sensor problem and report how saturated the hidden units get."""
import numpy as np
import jax
import jax.numpy as jnp
import optax


class Monitor:
    """Collects named scalars."""

    def __init__(self):
        self.values = {}

    def record(self, name, value):
        self.values.setdefault(name, []).append(value)

    def summary(self):
        lines = []
        for name, vals in sorted(self.values.items()):
            try:
                lines.append(f"{name}: n={len(vals)} mean={np.mean([float(v) for v in vals]):.4f}")
            except jax.errors.JAXTypeError:
                lines.append(f"{name}: n={len(vals)} mean=n/a")
        return "\n".join(lines)


monitor = Monitor()


def init(key, sizes):
    ks = jax.random.split(key, len(sizes) - 1)
    return [{"w": jax.random.normal(k, (i, o)) * (1.0 / i) ** 0.5, "b": jnp.zeros(o)}
            for k, i, o in zip(ks, sizes[:-1], sizes[1:])]


def forward(params, x):
    for depth, layer in enumerate(params[:-1]):
        x = jnp.tanh(x @ layer["w"] + layer["b"])
        monitor.record(f"saturation/{depth}", (jnp.abs(x) > 0.97).mean())
    return x @ params[-1]["w"] + params[-1]["b"]


def loss_fn(params, x, y):
    return jnp.mean((forward(params, x) - y) ** 2)


tx = optax.adamw(1e-3)


@jax.jit
def update(params, opt, x, y):
    loss, g = jax.value_and_grad(loss_fn)(params, x, y)
    upd, opt = tx.update(g, opt, params)
    return optax.apply_updates(params, upd), opt, loss


def sensor_batch(rng, mix, n=256):
    src = rng.laplace(size=(n, 8)).astype(np.float32)
    return np.tanh(src @ mix) + 0.05 * rng.standard_normal((n, 64), dtype=np.float32), src


def main():
    rng = np.random.default_rng(0)
    mix = rng.standard_normal((8, 64)).astype(np.float32)
    params = init(jax.random.key(0), (64, 384, 384, 384, 8))
    opt = tx.init(params)
    losses = []
    for _ in range(200):
        x, y = sensor_batch(rng, mix)
        params, opt, loss = update(params, opt, x, y)
        losses.append(loss)
    losses = np.array(jax.device_get(losses))
    print("mse", losses[:10].mean().round(4), "->", losses[-10:].mean().round(4))
    print(monitor.summary())


if __name__ == "__main__":
    main()
