import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.1, momentum=0.9)


def logits_fn(params, x):
    return jax.nn.relu(x @ params["w1"]) @ params["w2"]


def train_step(params, opt_state, x, y):
    def objective(p):
        return optax.softmax_cross_entropy_with_integer_labels(logits_fn(p, x), y).mean()

    grads = jax.grad(objective)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def eval_step(params, x, y):
    return jnp.mean(jnp.argmax(logits_fn(params, x), -1) == y)


train_step = jax.jit(train_step, donate_argnames=("params", "opt_state"))
eval_step = jax.jit(eval_step, donate_argnames=("params",))


def fit(params, train_set, test_x, test_y, epochs):
    opt_state = tx.init(params)
    scores = []
    for _ in range(epochs):
        for x, y in train_set:
            params, opt_state = train_step(params, opt_state, x, y)
        scores.append(eval_step(params, test_x, test_y))
    return params, scores
