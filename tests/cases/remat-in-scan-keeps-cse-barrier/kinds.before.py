import jax
import jax.numpy as jnp


def called(layers, x):
    def block(h, w):
        return jnp.tanh(h @ w), None

    # The whole stack.
    h, _ = jax.lax.scan(jax.checkpoint(block), x, layers)  # want: JOL304 "does not need"
    return h


def decorated(layers, x):
    @jax.checkpoint  # want: JOL304
    def block(h, w):
        return jnp.sin(h @ w), None

    return jax.lax.scan(block, x, layers)[0]


def with_policy(layers, x):
    def block(h, w):
        return jnp.tanh(h @ w), None

    block = jax.remat(  # want: JOL304
        block,
        policy=jax.checkpoint_policies.dots_saveable,  # keep the products
    )
    return jax.lax.scan(block, x, layers)[0]


def on_request(layers, x, remat=True):
    def block(h, w):
        return jnp.cos(h @ w), None

    return jax.lax.scan(jax.checkpoint(block) if remat else block, x, layers)[0]  # want: JOL304


@jax.jit
def run(layers, x):
    def loss(ws):
        y = called(ws, x) + decorated(ws, x) + with_policy(ws, x) + on_request(ws, x)
        return jnp.sum(y**2)

    return jax.value_and_grad(loss)(layers)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return 0.3 * jax.random.normal(k1, (3, 4, 4)), jax.random.normal(k2, (2, 4))
