import jax
import optax
from jax.example_libraries import optimizers

from elsewhere import Model, State, changed

init, renew, get_params = optimizers.adam(1e-3)
tx = optax.adam(1e-3)


def loss(w, x):
    return (w * x).sum()


def step(w, x):  # fact: updates w
    g = jax.grad(loss)(w, x)
    return w - 0.1 * g


def both(params, state, x):  # fact: updates params state
    grads = jax.grad(loss)(params, x)
    params = jax.tree.map(lambda p, g: p - g, params, grads)
    state = state._replace(count=state.count + 1)
    return params, state


def predict(w, x):
    return w @ x


def by_the_second_of_three(i, w, x):  # fact: updates w
    g = jax.grad(loss)(get_params(w), x)
    return renew(i, g, w)


def by_the_third_of_three(i, w, x):
    return get_params(i, x, w)


def keys_and_counters_aside(w, key, n, x):  # fact: updates w
    key, noise = jax.random.split(key)
    n += 1
    g = jax.grad(loss)(w, x + noise)
    return w - 0.1 * g, key, n


def under_its_own_name(w, x):  # fact: updates w
    w, info = changed(w, x)
    return w, info


def under_a_new_name(w, x):
    new_w, info = changed(w, x)
    return new_w, info


def built_of_named_parts(a, x):  # fact: updates a
    b = optax.apply_updates(a.params, x)
    return State(params=b, tx=a.tx)


def given_by_place(a, x):
    b = optax.apply_updates(a.params, x)
    return Model(b, a.tx)


def by_an_optimizer(w, a, x):  # fact: updates w a
    g = jax.grad(loss)(w, x)
    changes, b = tx.update(g, a)
    return optax.apply_updates(w, changes), b
