# not executed: there is no fix
# Training passes whose new statistics nobody takes.
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


class Net(nn.Module):
    width: int = 8

    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.BatchNorm(use_running_average=not train)(nn.Dense(self.width)(x))
        return nn.Dense(1)(nn.relu(x))


class TrainState(train_state.TrainState):
    stats: dict


model = Net()


@jax.jit
def step(params, stats, x, y):
    def loss_fn(params):
        variables = {"params": params, "batch_stats": stats}
        out, _ = model.apply(  # want: JOL807 "stay what they were at first"
            variables, x, train=True, mutable=["batch_stats"]
        )
        return jnp.mean((out - y) ** 2)

    return jax.value_and_grad(loss_fn)(params)


def loss(params, state: TrainState, x, y):
    variables = {"params": params, "batch_stats": state.stats}
    out = state.apply_fn(variables, x, True, mutable=("batch_stats",))[0]  # want: JOL807
    return optax.l2_loss(out, y).mean()


class Trainer:
    def update(self, state, x, y):
        return state.apply_gradients(grads=jax.grad(loss)(state.params, state, x, y))

    def penalty(self, params, stats, x):
        def energy(params):
            out, renewed = model.apply(  # want: JOL807 "batch_stats"
                {"params": params, "batch_stats": stats}, x, train=True, mutable="batch_stats"
            )
            return jnp.sum(out**2)

        return jax.grad(energy)(params)


@jax.jit
def step_with_aux(params, stats, x, y):
    def loss_fn(params):
        variables = {"params": params, "batch_stats": stats}
        out, new = model.apply(variables, x, train=True, mutable=["batch_stats"])
        return jnp.mean((out - y) ** 2), new["batch_stats"]

    (value, _), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)  # want: JOL807 "thrown away"
    return value, grads


def mean_loss(params, stats, x, y):
    variables = {"params": params, "batch_stats": stats}
    out, new = model.apply(variables, x, train=True, mutable=["batch_stats"])
    return jnp.mean((out - y) ** 2), new


slope = jax.grad(mean_loss, has_aux=True)


def of_rows(params, stats, batches):
    for x, y in batches:
        grads, aux = slope(params, stats, x, y)  # want: JOL807 "stay what they were at first"
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params
