import flax.linen as nn
import jax
import jax.numpy as jnp


class Tower(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        for width in (16, 16):
            x = nn.Dense(width)(x)
            x = nn.BatchNorm(use_running_average=not train, momentum=0.95)(x)
            x = nn.relu(x)
        return nn.Dense(3)(x)


tower = Tower()
x = jax.random.normal(jax.random.key(0), (32, 5))
variables = tower.init(jax.random.key(1), x, train=False)
for _ in range(3):
    _, updates = tower.apply(variables, x, train=True, mutable=["batch_stats"])
    variables = {"params": variables["params"], **updates}


@jax.jit
def eval_step(variables, x, y):
    logits, _ = tower.apply(variables, x, train=True, mutable=["batch_stats"])
    return jnp.mean(jnp.argmax(logits, -1) == y)


test_x = jax.random.normal(jax.random.key(2), (4, 5))
print("test accuracy", eval_step(variables, test_x, jnp.array([0, 1, 2, 0])))
