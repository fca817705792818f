import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class SirenField(eqx.Module):
    bands: jax.Array
    mlp: eqx.nn.MLP

    def __init__(self, num_bands, key):
        self.bands = 2.0 ** jnp.arange(num_bands)
        self.mlp = eqx.nn.MLP(4 * num_bands, 1, 128, depth=3, activation=jnp.sin, key=key)

    def __call__(self, xy, alpha):
        bands = jax.lax.stop_gradient(self.bands)
        window = jnp.clip(alpha - jnp.arange(bands.shape[0]), 0.0, 1.0)
        phase = xy[:, None] * bands
        feats = jnp.concatenate([window * jnp.sin(phase), window * jnp.cos(phase)])
        return self.mlp(feats.reshape(-1))


@eqx.filter_jit
def make_step(model, opt_state, xy, target, alpha):
    def loss_fn(m):
        return jnp.mean((jax.vmap(m, in_axes=(0, None))(xy, alpha)[:, 0] - target) ** 2)

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state, loss


model = SirenField(6, key=jax.random.key(0))
optim = optax.adam(1e-3)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
xy = jax.random.uniform(jax.random.key(1), (2_048, 2))
for step in range(3_000):
    alpha = jnp.asarray(6.0 * step / 3_000)
    model, opt_state, loss = make_step(model, opt_state, xy, jnp.sin(9.0 * xy[:, 0]), alpha)
print(loss)
