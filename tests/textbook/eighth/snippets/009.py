"""Train an MLP with a train-step factory."""
import jax
import jax.numpy as jnp
import optax

BATCH, FEATURES, STEPS = 256, 784, 2_000


def make_train_step(optimizer, weight_decay):
    def loss_fn(params, x, y):
        logits = jax.nn.relu(x @ params["w1"]) @ params["w2"]
        l2 = sum(jnp.vdot(p, p) for p in jax.tree.leaves(params))
        ce = optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
        return ce + weight_decay * l2

    @jax.jit
    def train_step(params, opt_state, x, y):
        loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
        updates, opt_state = optimizer.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    return train_step


if __name__ == "__main__":
    key, k1, k2 = jax.random.split(jax.random.key(0), 3)
    optimizer = optax.sgd(0.1, momentum=0.9)
    train_step = make_train_step(optimizer, weight_decay=1e-4)
    params = {
        "w1": jax.random.normal(k1, (FEATURES, 512)) / FEATURES**0.5,
        "w2": jax.random.normal(k2, (512, 10)) / 512**0.5,
    }
    opt_state = optimizer.init(params)
    for step in range(STEPS):
        kx, ky = jax.random.split(jax.random.fold_in(key, step))
        x = jax.random.normal(kx, (BATCH, FEATURES))
        y = jax.random.randint(ky, (BATCH,), 0, 10)
        params, opt_state, loss = train_step(params, opt_state, x, y)
    print("loss", float(loss))
