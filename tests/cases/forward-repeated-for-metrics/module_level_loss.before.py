import jax
import jax.numpy as jnp


def model_apply(params, x):
    return jnp.tanh(x @ params["w"]) @ params["v"]


def loss_fn(params, batch):
    x, y = batch
    # The forward pass.
    pred = model_apply(params, x)  # [B]
    return jnp.mean((pred - y) ** 2)


@jax.jit
def train_step(params, batch, lr):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    x, y = batch
    params_before = params
    pred = model_apply(params, x)  # want: JOL502 "`model_apply` runs here and again"
    metrics = {"mse": jnp.mean((pred - y) ** 2), "mean_pred": jnp.mean(pred)}
    params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    return params, loss, metrics, params_before


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    params = {"w": jax.random.normal(k1, (4, 8)), "v": jnp.ones(8)}
    return params, (jax.random.normal(k2, (16, 4)), jax.random.normal(k3, (16,)))


def run(params, batch):
    return train_step(params, batch, 0.1)
