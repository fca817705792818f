import flax.linen as nn
import jax
import optax


class ConvNet(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Conv(32, (3, 3), use_bias=False)(x)
        x = nn.relu(nn.BatchNorm(use_running_average=not train, momentum=0.9)(x))
        x = nn.Dropout(0.2, deterministic=not train)(x.mean(axis=(1, 2)))
        return nn.Dense(10)(x)


model, optimizer = ConvNet(), optax.adam(1e-3)


@jax.jit
def train_step(variables, opt_state, images, labels, dropout_key):
    def loss_fn(params):
        logits, mutated = model.apply(
            {**variables, "params": params}, images, train=True,
            mutable=["batch_stats"], rngs={"dropout": dropout_key},
        )
        loss = optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()
        return loss, mutated

    (loss, mutated), grads = jax.value_and_grad(loss_fn, has_aux=True)(variables["params"])
    updates, opt_state = optimizer.update(grads, opt_state, variables["params"])
    params = optax.apply_updates(variables["params"], updates)
    return {"params": params, **mutated}, opt_state, loss


images = jax.random.normal(jax.random.key(0), (128, 32, 32, 3))
labels = jax.random.randint(jax.random.key(1), (128,), 0, 10)
variables = model.init(jax.random.key(2), images, train=False)
opt_state, dropout_key = optimizer.init(variables["params"]), jax.random.key(3)
for step in range(500):
    step_key = jax.random.fold_in(dropout_key, step)
    variables, opt_state, loss = train_step(variables, opt_state, images, labels, step_key)
batch_stats = variables["batch_stats"]
