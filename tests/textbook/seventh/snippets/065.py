import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class FourierNet(eqx.Module):
    """MLP on fixed random Fourier features."""

    frequencies: jax.Array
    mlp: eqx.nn.MLP

    def __init__(self, in_dim, num_features, key):
        k1, k2 = jax.random.split(key)
        self.frequencies = 10.0 * jax.random.normal(k1, (num_features, in_dim))
        self.mlp = eqx.nn.MLP(2 * num_features, 3, width_size=256, depth=3, key=k2)

    def __call__(self, coords):
        phase = 2.0 * jnp.pi * self.frequencies @ coords
        return self.mlp(jnp.concatenate([jnp.sin(phase), jnp.cos(phase)]))


@eqx.filter_jit
def make_step(model, opt_state, coords, rgb):
    def loss_fn(m):
        return jnp.mean((jax.vmap(m)(coords) - rgb) ** 2)

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state, loss


model = FourierNet(2, 128, key=jax.random.key(0))
optim = optax.adam(1e-3)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
coords = jax.random.uniform(jax.random.key(1), (4_096, 2))
rgb = jax.random.uniform(jax.random.key(2), (4_096, 3))
for _ in range(2_000):
    model, opt_state, loss = make_step(model, opt_state, coords, rgb)
print(loss)
