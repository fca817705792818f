import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class Net(eqx.Module):
    fc1: eqx.nn.Linear
    norm: eqx.nn.BatchNorm
    fc2: eqx.nn.Linear
    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.fc1 = eqx.nn.Linear(64, 256, key=k1)
        self.norm = eqx.nn.BatchNorm(256, axis_name="batch", mode="batch")
        self.fc2 = eqx.nn.Linear(256, 1, key=k2)

    def __call__(self, x, state):
        h, state = self.norm(self.fc1(x), state)
        return self.fc2(jax.nn.relu(h)), state


@eqx.filter_jit
def make_step(model, state, opt_state, x, y):
    def loss_fn(m, s):
        pred, s = jax.vmap(m, axis_name="batch", in_axes=(0, None), out_axes=(0, None))(x, s)
        return jnp.mean((pred - y) ** 2), s

    (loss, state), grads = eqx.filter_value_and_grad(loss_fn, has_aux=True)(model, state)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), state, opt_state, loss


model, state = eqx.nn.make_with_state(Net)(jax.random.key(0))
optim = optax.adam(1e-3)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
x = jax.random.normal(jax.random.key(1), (512, 64))
for _ in range(500):
    model, state, opt_state, loss = make_step(model, state, opt_state, x, x[:, :1])
predict = jax.vmap(eqx.nn.inference_mode(model), axis_name="batch", in_axes=(0, None), out_axes=(0, None))
print(loss, predict(x[:16], state)[0].shape)
