# not executed: the values are those of one turn later, which is for the user to say
import jax
import jax.numpy as jnp
import optax

solver = optax.adam(1e-2)


def fit(params, x, y, log):
    def loss(p):
        return jnp.mean((jnp.tanh(x @ p) - y) ** 2)

    state = solver.init(params)
    for _ in range(200):
        grads = jax.grad(loss)(params)
        updates, state = solver.update(grads, state, params)
        params = optax.apply_updates(params, updates)
        log(loss(params))  # want: JOL501 (warning) "on the new parameters, and forward once more on the same when"
    return params


def rollout(params, targets):
    path = jnp.cumsum(params["push"])
    return jnp.mean((path - targets) ** 2), path


def control(params, targets, method, show):
    gradient = jax.jit(jax.value_and_grad(lambda p, t: rollout(p, t)[0]))
    for step in range(100):
        if method == "none":
            _, path = rollout(params, targets)
        else:
            value, grads = gradient(params, targets)
            params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
            _, path = rollout(params, targets)  # want: JOL501 (warning) "`rollout` runs here on the new parameters"
        show(step, path)
    return params


def look_at_a_few(w, loss_of):
    def loss(w):
        return jnp.sum((w * 2.0 - 10.0) ** 2)

    for step in range(5):
        w = w - 0.1 * jax.grad(loss)(w)
        loss_of(step, loss(w))  # want: JOL501 (info) "on the new parameters"
    return w
