import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class TiedAutoencoder(eqx.Module):
    first: eqx.nn.Linear
    second: eqx.nn.Linear
    out: eqx.nn.Linear

    def __init__(self, dim, key):
        k1, k2 = jax.random.split(key)
        shared = eqx.nn.Linear(dim, dim, key=k1)
        self.first = shared
        self.second = shared
        self.out = eqx.nn.Linear(dim, 1, key=k2)

    def __call__(self, x):
        return self.out(jax.nn.relu(self.second(jax.nn.relu(self.first(x)))))


model = TiedAutoencoder(4, jax.random.key(0))
optim = optax.sgd(0.1)
opt_state = optim.init(eqx.filter(model, eqx.is_array))
x = jax.random.normal(jax.random.key(1), (8, 4))


@eqx.filter_jit
def step(model, opt_state):
    grads = eqx.filter_grad(lambda m: jnp.mean(jax.vmap(m)(x) ** 2))(model)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state


model, opt_state = step(model, opt_state)
print(model.first.weight - model.second.weight)
