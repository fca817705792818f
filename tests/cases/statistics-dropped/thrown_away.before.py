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
