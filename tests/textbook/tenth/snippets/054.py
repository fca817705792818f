import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class TiedAutoencoder(eqx.Module):
    first: eqx.nn.Linear
    second: eqx.nn.Linear
    head: eqx.nn.Linear

    def __init__(self, dim, key):
        k1, k2 = jax.random.split(key)
        mixing = eqx.nn.Linear(dim, dim, key=k1)
        self.first = mixing
        self.second = mixing
        self.head = eqx.nn.Linear(dim, dim, key=k2)

    def __call__(self, x):
        x = jax.nn.relu(self.first(x))
        x = jax.nn.relu(self.second(x))
        return self.head(x)


@eqx.filter_jit
def step(model, opt_state, xs):
    def loss(m):
        return jnp.mean((jax.vmap(m)(xs) - xs) ** 2)

    grads = eqx.filter_grad(loss)(model)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state


optim = optax.sgd(0.1)
model = TiedAutoencoder(8, jax.random.key(0))
opt_state = optim.init(eqx.filter(model, eqx.is_array))
xs = jax.random.normal(jax.random.key(1), (32, 8))
for _ in range(5):
    model, opt_state = step(model, opt_state, xs)
print(jnp.abs(model.first.weight - model.second.weight).max())
