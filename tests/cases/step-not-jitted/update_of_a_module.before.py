# not executed: reported without a fix
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def gradient(model, x):
    return nnx.value_and_grad(lambda m: jnp.mean(m(x) ** 2))(model)


@nnx.jit
def whole_step(model, optimizer, x):
    value, grads = nnx.value_and_grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)
    return value


def train(batches):
    model = nnx.Linear(8, 4, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    for x in batches:
        value, grads = gradient(model, x)
        optimizer.update(model, grads)  # want: JOL109 (warning) "applies this update"
        print(float(value))


def train_compiled(batches):
    model = nnx.Linear(8, 4, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    for x in batches:
        print(float(whole_step(model, optimizer, x)))


def counted(batches, tally):
    for x in batches:
        tally.update(gradient, x)
