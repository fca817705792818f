"""What survives a donation, and calls that exclude each other."""

from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx

from my_project import first_step, second_step


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(state, batch):
    grads = jax.grad(lambda p: jnp.mean(state.apply_fn(p, batch["inputs"])))(state.params)
    return state.apply_gradients(grads=grads), jnp.mean(batch["inputs"])


def shapes_only(state, batches):
    examples = 0
    for batch in batches:
        state, loss = train_step(state, batch)
        examples += batch["inputs"].shape[0] * jax.process_count()
    return state, examples


def analysed(state, batch):
    new_state, loss = train_step(state, batch)
    # Lowering looks at shapes and types.
    compiled = train_step.lower(state, batch).compile()
    print(compiled.memory_analysis(), jax.eval_shape(train_step, state, batch))
    return new_state


def in_two_arms(state, batches, second):
    first_pmapped = jax.pmap(first_step, donate_argnums=(0, 1))
    second_pmapped = jax.pmap(second_step, donate_argnums=(0, 1))
    for batch in batches:
        if second:
            state, loss = second_pmapped(state, batch)
        else:
            state, loss = first_pmapped(state, batch)
    return state


def freed(state, batches):
    for batch in batches:
        state, loss = train_step(state, batch)
        batch["inputs"].delete()
        for leaf in jax.tree.leaves(state):
            leaf.block_until_ready()
    return state


@partial(nnx.jit, donate_argnums=(0, 1))
def in_place(model, optimizer, x):
    grads = nnx.grad(lambda m: jnp.mean(m(x)))(model)
    optimizer.update(model, grads)


def train_in_place(model, optimizer, batches):
    for x in batches:
        in_place(model, optimizer, x)
    return model


def each_its_own(states, batches):
    return [train_step(state, batch) for state, batch in zip(states, batches)]


def once(state, batches):
    return [jnp.mean(x) for x in train_step(state, batches[0])]
