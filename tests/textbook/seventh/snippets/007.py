import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class ConvNet(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        for features in (32, 64):
            x = nn.Conv(features, (3, 3), strides=2, use_bias=False)(x)
            x = nn.relu(nn.BatchNorm(use_running_average=not train)(x))
        return nn.Dense(10)(x.mean(axis=(1, 2)))


model, tx = ConvNet(), optax.adam(1e-3)


@jax.jit
def train_step(params, batch_stats, opt_state, x, y):
    def loss_fn(p):
        logits, _ = model.apply(
            {"params": p, "batch_stats": batch_stats}, x, train=True, mutable=["batch_stats"]
        )
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


kx, ky, ki = jax.random.split(jax.random.key(0), 3)
x, y = 3.0 + jax.random.normal(kx, (256, 32, 32, 3)), jax.random.randint(ky, (256,), 0, 10)
variables = model.init(ki, x[:1], train=False)
params, batch_stats = variables["params"], variables["batch_stats"]
opt_state = tx.init(params)
for _ in range(200):
    params, opt_state, loss = train_step(params, batch_stats, opt_state, x, y)
eval_logits = model.apply({"params": params, "batch_stats": batch_stats}, x, train=False)
print(loss, optax.softmax_cross_entropy_with_integer_labels(eval_logits, y).mean())
