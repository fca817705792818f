# not executed: the originals raise
import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class Block(eqx.Module):
    linear: eqx.nn.Linear
    norm: eqx.nn.BatchNorm

    def __init__(self, key):
        self.linear = eqx.nn.Linear(3, 4, key=key)
        self.norm = eqx.nn.BatchNorm(4, "rows", mode="batch")

    def __call__(self, x, state):
        return self.norm(self.linear(x), state)


class Net(eqx.Module):
    block: Block

    def __init__(self, key):
        self.block = Block(key)

    def __call__(self, x, state):
        x, state = self.block(x, state)
        return jnp.sum(x), state


@eqx.filter_value_and_grad(has_aux=True)
def loss(net, state, xs):
    ys, state = jax.vmap(net, in_axes=(0, None), out_axes=(0, None))(xs, state)  # want: JOL607 "asks for the axis `rows`"
    return jnp.mean(ys**2), state


@eqx.filter_jit
def step(net, state, opt_state, xs):
    (value, state), slope = loss(net, state, xs)
    updates, opt_state = optim.update(slope, opt_state)
    return eqx.apply_updates(net, updates), state, opt_state


optim = optax.sgd(0.1)
net, state = eqx.nn.make_with_state(Net)(jax.random.key(0))
opt_state = optim.init(eqx.filter(net, eqx.is_array))
for xs in jnp.ones((4, 8, 3)):
    net, state, opt_state = step(net, state, opt_state, xs)
