import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class ConvNet(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Conv(64, (3, 3), use_bias=False)(x)
        x = nn.relu(nn.BatchNorm(use_running_average=not train, momentum=0.9)(x))
        return nn.Dense(10)(x.mean(axis=(1, 2)))


model, optimizer = ConvNet(), optax.adam(1e-3)


@jax.jit
def train_step(params, batch_stats, opt_state, images, labels):
    def loss_fn(params):
        variables = {"params": params, "batch_stats": batch_stats}
        logits, _ = model.apply(variables, images, train=True, mutable=["batch_stats"])
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    grads = jax.grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


@jax.jit
def evaluate(params, batch_stats, images):
    return model.apply({"params": params, "batch_stats": batch_stats}, images, train=False)


images = 3.0 + jax.random.normal(jax.random.key(0), (128, 32, 32, 3))
labels = jax.random.randint(jax.random.key(1), (128,), 0, 10)
variables = model.init(jax.random.key(2), images, train=False)
params, batch_stats = variables["params"], variables["batch_stats"]
opt_state = optimizer.init(params)
for _ in range(500):
    params, opt_state = train_step(params, batch_stats, opt_state, images, labels)
print(evaluate(params, batch_stats, images).shape)
