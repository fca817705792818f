import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(1e-3)


def loss_fn(params, batch):
    return jnp.mean((batch @ params["w"] + params["b"]) ** 2)


@jax.jit
def train_step(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    # For whoever wants them.
    return optax.apply_updates(params, updates), opt_state, loss, grads  # want: JOL309 (warning) "no call reads them"


def train(params, batches):
    opt_state = optimizer.init(params)
    for batch in batches:
        params, opt_state, loss, _ = train_step(params, opt_state, batch)
    return params, loss


def loss_and_grads(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    grads = jax.tree.map(lambda g: jnp.clip(g, -1.0, 1.0), grads)
    return loss, grads


@jax.jit
def summed_step(params, opt_state, batches):
    total = None
    for batch in batches:
        loss, grads = loss_and_grads(params, batch)
        total = grads if total is None else jax.tree.map(jnp.add, total, grads)
    updates, opt_state = optimizer.update(total, opt_state, params)
    params = optax.apply_updates(params, updates)
    return params, opt_state, loss, total  # want: JOL309 (warning) "for `optax.global_norm` on line 49 alone"


def train_summed(params, groups, log):
    opt_state = optimizer.init(params)
    for step, batches in enumerate(groups):
        params, opt_state, loss, grads = summed_step(params, opt_state, batches)
        if step % 100 == 0:
            log(loss, optax.global_norm(jax.device_get(grads)))
    return params


@jax.jit
def plain_step(params, batch):
    grads = jax.grad(loss_fn)(params, batch)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), grads  # want: JOL309 (info)


def one_step(params, batch):
    params, grads = plain_step(params, batch)
    return params
