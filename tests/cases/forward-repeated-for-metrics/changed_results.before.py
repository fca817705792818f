# not executed: the fix is refused
import jax
import jax.numpy as jnp


def outputs(params, x):
    return {"logits": x @ params}


def changed_in_the_loss(params, x, y):
    def loss_fn(p):
        out = outputs(p, x)
        out["logits"] = out["logits"] - jnp.max(out["logits"])
        return jnp.mean((out["logits"] - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    metrics = outputs(params, x)  # want: JOL502 "`outputs` runs here and again"
    return params - 0.1 * grads, loss, metrics


def shared_by_two(params, x, y):
    def loss_fn(p):
        out = outputs(p, x)
        return jnp.mean((out["logits"] - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    first = outputs(params, x)  # want: JOL502
    first["logits"] = first["logits"] + 1.0
    second = outputs(params, x)  # want: JOL502
    return params - 0.1 * grads, loss, first, second
