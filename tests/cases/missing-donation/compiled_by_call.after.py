import flax.struct
import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.1, momentum=0.9)


@flax.struct.dataclass
class State:
    params: jax.Array
    opt_state: optax.OptState
    step: int


def step(state, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(state.params)
    updates, opt_state = tx.update(grads, state.opt_state)
    params = optax.apply_updates(state.params, updates)
    return loss, State(params=params, opt_state=opt_state, step=state.step + 1)


def inputs(key):
    return (key,)


def run(key):
    batches = jax.random.normal(key, (5, 8, 4))
    compiled = jax.jit(step, donate_argnames="state")
    params = jnp.ones((4, 2))
    state = State(params, tx.init(params), 0)
    for batch in batches:
        # The state comes last.
        loss, state = compiled(state, batch)
    return loss, state.params
