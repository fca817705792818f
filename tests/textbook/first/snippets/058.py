import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-2)


@jax.jit(donate_argnums=(0, 1))
def train_epoch(params, opt_state, xs, ys):
    def body(carry, batch):
        p, s = carry
        loss, g = jax.value_and_grad(lambda p: jnp.mean((batch[0] @ p - batch[1]) ** 2))(p)
        u, s = tx.update(g, s)
        return (optax.apply_updates(p, u), s), loss

    (params, opt_state), losses = jax.lax.scan(body, (params, opt_state), (xs, ys))
    return params, opt_state, losses.mean()


@jax.jit
def validation_loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)


def fit(xs, ys, xv, yv, max_epochs=50, patience=3):
    params = jnp.zeros(xs.shape[-1])
    opt_state = tx.init(params)
    best, stale = float("inf"), 0
    for epoch in range(max_epochs):
        params, opt_state, _ = train_epoch(params, opt_state, xs, ys)
        current = float(validation_loss(params, xv, yv))
        if current < best - 1e-5:
            best, stale = current, 0
        else:
            stale += 1
            if stale >= patience:
                break
    return params, best


if __name__ == "__main__":
    x = jax.random.normal(jax.random.key(0), (10, 16, 4))
    print(fit(x, x.sum(-1), x[0], x[0].sum(-1))[1])
