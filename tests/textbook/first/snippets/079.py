import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def loss_and_accuracy(params, x, labels):
    logits = x @ params["w"] + params["b"]
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()
    accuracy = jnp.mean(jnp.argmax(logits, -1) == labels)
    return loss, accuracy


@jax.jit(donate_argnums=(0, 1))
def step(params, opt_state, x, labels):
    (loss, acc), grads = jax.value_and_grad(loss_and_accuracy)(params, x, labels)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss, acc


if __name__ == "__main__":
    p = {"w": jnp.zeros((4, 3)), "b": jnp.zeros(3)}
    print(step(p, tx.init(p), jnp.ones((8, 4)), jnp.zeros(8, jnp.int32)))
