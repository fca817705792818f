import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class DropoutMLP(eqx.Module):
    layers: list[eqx.nn.Linear]
    dropout: eqx.nn.Dropout

    def __init__(self, key):
        keys = jax.random.split(key, 3)
        sizes = [(256, 512), (512, 512), (512, 10)]
        self.layers = [eqx.nn.Linear(i, o, key=k) for (i, o), k in zip(sizes, keys)]
        self.dropout = eqx.nn.Dropout(0.2)

    def __call__(self, x, key=None):
        for layer in self.layers[:-1]:
            x = jax.nn.relu(layer(x))
        return self.layers[-1](self.dropout(x, key=key))


@eqx.filter_jit
def train_step(model, opt_state, x, y, key):
    def loss_fn(model):
        logits = jax.vmap(model)(x, jax.random.split(key, x.shape[0]))
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    updates, opt_state = optim.update(eqx.filter_grad(loss_fn)(model), opt_state)
    return eqx.apply_updates(model, updates), opt_state


model, optim = DropoutMLP(jax.random.key(0)), optax.sgd(1e-2)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
x = jax.random.normal(jax.random.key(1), (1_024, 256))
y = jnp.argmax(x[:, :10], axis=1)
for step in range(1_000):
    model, opt_state = train_step(model, opt_state, x, y, jax.random.key(step + 2))
eqx.nn.inference_mode(model)
accuracy = jnp.mean(jnp.argmax(jax.vmap(model)(x), axis=1) == y)
print("accuracy", float(accuracy))
