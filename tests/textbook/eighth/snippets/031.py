"""Equinox regression with filtered transformations."""
import equinox as eqx
import jax
import jax.numpy as jnp
import optax

BATCH, FEATURES, STEPS = 512, 32, 3_000
optimizer = optax.adam(1e-3)


class Regressor(eqx.Module):
    body: eqx.nn.MLP
    dropout: eqx.nn.Dropout

    def __call__(self, x, key=None):
        return self.body(self.dropout(x, key=key))


@eqx.filter_jit
def train_step(model, opt_state, x, y, key):
    def loss_fn(m):
        preds = jax.vmap(m)(x, jax.random.split(key, BATCH))
        return jnp.mean((preds - y) ** 2)

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates, opt_state = optimizer.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state, loss


if __name__ == "__main__":
    model_key, key = jax.random.split(jax.random.key(0))
    body = eqx.nn.MLP(FEATURES, "scalar", width_size=256, depth=2, key=model_key)
    model = Regressor(body, eqx.nn.Dropout(0.1))
    opt_state = optimizer.init(eqx.filter(model, eqx.is_inexact_array))
    for step in range(STEPS):
        kx, kd = jax.random.split(jax.random.fold_in(key, step))
        x = jax.random.normal(kx, (BATCH, FEATURES))
        model, opt_state, loss = train_step(model, opt_state, x, jnp.sin(x[:, 0]), kd)
    tester = eqx.nn.inference_mode(model)
    print("test error", float(jnp.mean((jax.vmap(tester)(x) - jnp.sin(x[:, 0])) ** 2)))
