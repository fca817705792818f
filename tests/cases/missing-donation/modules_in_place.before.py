# not executed: a program with Flax
import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x):  # want: JOL301 (info) "writes into `model` and `optimizer`"
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)
    return loss


@nnx.jit
def distill_step(student, teacher, optimizer, x):  # want: JOL301 (info) "`student`"
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - teacher(x)) ** 2))(student)
    optimizer.update(student, grads)
    return loss


@nnx.jit
def tune_step(model, optimizer, x):  # want: JOL301 (info) "`model`"
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)
    return loss


def train(batches):
    model = nnx.Linear(4, 4, rngs=nnx.Rngs(0))
    state = nnx.state(model)
    nnx.update(model, jax.tree.map(jnp.asarray, state))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    for batch in batches:
        train_step(model, optimizer, batch)
    student = nnx.clone(model)
    other = nnx.Optimizer(student, optax.adam(1e-3), wrt=nnx.Param)
    for batch in batches:
        distill_step(student, model, other, batch)
    return student


def tune(model, optimizer, batches):
    first = nnx.state(model)
    for batch in batches:
        tune_step(model, optimizer, batch)
    return first
