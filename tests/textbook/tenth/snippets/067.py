import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class CNN(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(32)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))


model = CNN()
x = jax.random.normal(jax.random.key(0), (64, 8))
y = x.sum(axis=1, keepdims=True)
variables = model.init(jax.random.key(1), x, train=False)
params, batch_stats = variables["params"], variables["batch_stats"]
tx = optax.sgd(1e-2)
opt_state = tx.init(params)


@jax.jit
def train_step(params, batch_stats, opt_state, x, y):
    def loss_fn(p):
        out, updates = model.apply(
            {"params": p, "batch_stats": batch_stats}, x, train=True, mutable=["batch_stats"]
        )
        return jnp.mean((out - y) ** 2), updates

    (loss, _), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    deltas, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, deltas), opt_state, loss


for _ in range(10):
    params, opt_state, loss = train_step(params, batch_stats, opt_state, x, y)
pred = model.apply({"params": params, "batch_stats": batch_stats}, x, train=False)
print(loss, jnp.mean((pred - y) ** 2))
