# not executed: the originals raise
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


class Stem(nn.Module):
    width: int = 8

    @nn.compact
    def __call__(self, x, training: bool):
        x = nn.Dense(self.width)(x)
        return nn.BatchNorm(use_running_average=not training)(x)


class Classifier(nn.Module):
    @nn.compact
    def __call__(self, x, train=True):
        x = Stem()(x, training=train)
        return nn.Dense(3)(nn.relu(x))


class Gated(nn.Module):
    def setup(self):
        self.inner = nn.Dense(8)
        self.drop = nn.Dropout(0.2)

    def __call__(self, x, deterministic):
        return self.drop(nn.gelu(self.inner(x)), deterministic=deterministic)


model = Classifier()
gated = Gated()


def cost(variables, x):
    return jnp.mean(model.apply(variables, x) ** 2)  # want: JOL817 "`BatchNorm` of `Classifier` renews its statistics here"


def cost_of_parts(params, stats, x):
    out = Classifier().apply({"params": params, "batch_stats": stats}, x, True, mutable=False)  # want: JOL817
    return jnp.mean(out)


def forward(params, x):
    return gated.apply({"params": params}, x, deterministic=False)  # want: JOL817 "`Dropout` of `Gated` is on here"


def other_stream(params, x, key):
    return gated.apply({"params": params}, x, False, rngs={"params": key})  # want: JOL817


def create(params):
    return TrainState.create(apply_fn=gated.apply, params=params, tx=optax.adam(1e-3))


@jax.jit
def step(state, x):
    def loss(params):
        return jnp.mean(state.apply_fn({"params": params}, x, deterministic=False))  # want: JOL817

    return state.apply_gradients(grads=jax.grad(loss)(state.params))
