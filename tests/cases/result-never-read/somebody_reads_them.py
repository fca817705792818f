# The gradients are read, or may be, or are single numbers that cost nothing.
import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(1e-3)


def loss_fn(params, batch):
    return jnp.mean((batch @ params["w"]) ** 2)


@jax.jit
def logged_step(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss, grads


def train_logged(params, batches, histogram):
    opt_state = optimizer.init(params)
    for batch in batches:
        params, opt_state, loss, grads = logged_step(params, opt_state, batch)
        histogram(grads["w"])
    return params


@jax.jit
def handed_out_step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss, grads


def steps():
    return handed_out_step


@jax.jit
def whole_step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss, grads


def train_whole(params, batches):
    for batch in batches:
        out = whole_step(params, batch)
        params = out[0]
    return out


@jax.jit
def normed_step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    norm = optax.global_norm(grads)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss, norm


def train_normed(params, batches):
    for batch in batches:
        params, loss, norm = normed_step(params, batch)
    return params


# Uncompiled, the gradients are there anyway.
def eager_step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss, grads


def eager(params, batch):
    params, loss, _ = eager_step(params, batch)
    return params


# One of two calls reads them.
@jax.jit
def shared_step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss, grads


def train_shared(params, batches, look):
    params, _, grads = shared_step(params, batches[0])
    look(grads)
    for batch in batches[1:]:
        params, _, _ = shared_step(params, batch)
    return params


# The scan around it is compiled as a whole, and drops them.
@jax.jit
def scanned_step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss, grads


@jax.jit
def train_scanned(params, batches):
    def body(params, batch):
        params, loss, _ = scanned_step(params, batch)
        return params, loss

    return jax.lax.scan(body, params, batches)
