import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    fc: eqx.nn.Linear
    bn: eqx.nn.BatchNorm
    drop: eqx.nn.Dropout

    def __init__(self, key):
        self.fc = eqx.nn.Linear(3, 8, key=key)
        self.bn = eqx.nn.BatchNorm(8, axis_name="batch", mode="batch")
        self.drop = eqx.nn.Dropout(0.1)

    def __call__(self, x, state, key=None):
        x, state = self.bn(self.fc(x), state)
        return jnp.sum(self.drop(jax.nn.relu(x), key=key)), state


@eqx.filter_jit
def train_loss(model, state, xs, key):
    keys = jax.random.split(key, xs.shape[0])
    batched = jax.vmap(model, axis_name="batch", in_axes=(0, None, 0), out_axes=(0, None))
    ys, state = batched(xs, state, keys)
    return jnp.mean(ys**2), state


model, state = eqx.nn.make_with_state(Net)(jax.random.key(0))
xs = jax.random.normal(jax.random.key(1), (16, 3))
loss, state = train_loss(model, state, xs, jax.random.key(2))
inference = eqx.nn.inference_mode(model)
ys, _ = jax.vmap(inference, in_axes=(0, None), out_axes=(0, None))(xs, state)
print(loss, ys.shape)
