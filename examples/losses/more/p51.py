"""Sparse autoencoder on simulated calcium imaging; reports dead units while it trains."""
import jax
import jax.numpy as jnp
import numpy as np
import optax


def recordings(n, neurons, assemblies, rng):
    """Activity as sparse sums of assembly patterns."""
    patterns = rng.random((assemblies, neurons)) * (rng.random((assemblies, neurons)) < 0.1)
    on = rng.random((n, assemblies)) < 0.05
    x = (on * rng.gamma(2.0, 1.0, on.shape)) @ patterns
    return (x + 0.05 * rng.standard_normal(x.shape)).astype(np.float32)


class SparseAutoencoder:
    def __init__(self, inputs, units, l1, rng):
        w = rng.standard_normal((inputs, units)).astype(np.float32) / np.sqrt(inputs)
        w = w.astype(np.float32)
        self.params = jax.device_put({"enc": w, "b": np.zeros(units, np.float32), "dec": w.T.copy()})
        self.l1 = l1
        self.activity = None
        self.tx = optax.adam(1e-3)
        self.opt_state = jax.jit(self.tx.init)(self.params)
        self.step = jax.jit(self._step)

    def encode(self, params, x):
        h = jax.nn.relu(x @ params["enc"] + params["b"])
        self.activity = h
        return h

    def loss(self, params, x):
        h = self.encode(params, x)
        back = h @ params["dec"]
        return jnp.mean(jnp.sum((back - x) ** 2, -1)) + self.l1 * jnp.mean(jnp.sum(h, -1))

    def _step(self, params, opt_state, x):
        loss, grads = jax.value_and_grad(self.loss)(params, x)
        updates, opt_state = self.tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss

    def fit_batch(self, x):
        self.params, self.opt_state, loss = self.step(self.params, self.opt_state, x)
        return loss

    def dead_units(self):
        """Units silent on the last batch, or None before the first."""
        try:
            return int(jnp.sum(jnp.max(self.activity, axis=0) <= 0))
        except Exception:
            return None


def main(steps=300, batch=256):
    rng = np.random.default_rng(0)
    data = recordings(8000, 300, 40, rng)
    model = SparseAutoencoder(300, 512, 0.3, rng)
    for step in range(steps):
        loss = model.fit_batch(data[rng.integers(0, len(data), batch)])
        if (step + 1) % 75 == 0:
            dead = model.dead_units()
            note = "unknown" if dead is None else str(dead)
            print(f"step {step + 1}: loss {float(loss):.3f}  dead units {note}")
    norms = np.linalg.norm(np.asarray(model.params["dec"]), axis=1)
    print(f"decoder norms {norms.min():.3f} .. {norms.max():.3f}")


if __name__ == "__main__":
    main()
