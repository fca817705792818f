import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class ConvNet(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Conv(8, (3, 3))(x)
        x = nn.BatchNorm(use_running_average=not train, momentum=0.9)(x)
        return nn.Dense(2)(nn.relu(x).mean(axis=(1, 2)))


net = ConvNet()
images = jax.random.normal(jax.random.key(0), (4, 8, 8, 1)) * 3 + 5
labels = jnp.array([0, 1, 0, 1])
variables = net.init(jax.random.key(1), images, train=False)
params, batch_stats = variables["params"], variables["batch_stats"]
tx = optax.sgd(0.05)
opt_state = tx.init(params)


@jax.jit
def step(params, batch_stats, opt_state):
    def loss_fn(p):
        logits, _ = net.apply({"params": p, "batch_stats": batch_stats}, images, train=True, mutable=["batch_stats"])
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    grads = jax.grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


for _ in range(10):
    params, opt_state = step(params, batch_stats, opt_state)
print(net.apply({"params": params, "batch_stats": batch_stats}, images, train=False))
