import equinox as eqx
import jax
import jax.numpy as jnp


class Fourier(eqx.Module):
    freqs: jax.Array = eqx.field(static=True)
    linear: eqx.nn.Linear

    def __init__(self, n_freq, out, key):
        fkey, lkey = jax.random.split(key)
        self.freqs = 4.0 * jax.random.normal(fkey, (n_freq,))
        self.linear = eqx.nn.Linear(2 * n_freq, out, key=lkey)

    def __call__(self, t):
        phase = self.freqs * t
        feats = jnp.concatenate([jnp.sin(phase), jnp.cos(phase)])
        return self.linear(feats)


def mse(model, ts, ys):
    return jnp.mean((jax.vmap(model)(ts) - ys) ** 2)


model = Fourier(8, 1, jax.random.key(0))
ts = jnp.linspace(0.0, 1.0, 32)
ys = jnp.sin(7 * ts)[:, None]
value, grads = eqx.filter_value_and_grad(mse)(model, ts, ys)
print(value, grads.linear.weight.shape)
