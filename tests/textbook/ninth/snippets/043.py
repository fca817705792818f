import jax
import jax.numpy as jnp
import optax

SEQ_LEN, DIM, HIDDEN = 128, 32, 128

schedule = optax.cosine_decay_schedule(3e-4, decay_steps=5_000)
optimizer = optax.chain(
    optax.adam(schedule),
    optax.clip_by_global_norm(1.0),
)


def rnn_loss(params, inputs, targets):
    """Recurrent regression; raw gradients are clipped to unit norm."""

    def cell(h, x):
        h = jnp.tanh(x @ params["wx"] + h @ params["wh"])
        return h, h @ params["out"]

    h0 = jnp.zeros((inputs.shape[1], HIDDEN))
    _, outputs = jax.lax.scan(cell, h0, inputs)
    return optax.l2_loss(outputs[..., 0], targets).mean()


@jax.jit
def train_step(params, opt_state, inputs, targets):
    loss, grads = jax.value_and_grad(rnn_loss)(params, inputs, targets)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


shapes = {"wx": (DIM, HIDDEN), "wh": (HIDDEN, HIDDEN), "out": (HIDDEN, 1)}
keys = jax.random.split(jax.random.key(0), len(shapes))
params = {n: jax.random.normal(k, s) * 0.1 for k, (n, s) in zip(keys, shapes.items())}
opt_state = optimizer.init(params)
inputs = jax.random.normal(jax.random.key(1), (SEQ_LEN, 64, DIM))
targets = jnp.cumsum(inputs[..., 0], axis=0)
for _ in range(5_000):
    params, opt_state, loss = train_step(params, opt_state, inputs, targets)
