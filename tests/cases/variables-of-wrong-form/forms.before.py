# not executed: the originals raise
import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        return nn.BatchNorm(use_running_average=not train)(nn.Dense(4)(x))


model = nn.Dense(3)
net = Net()
variables = model.init(jax.random.key(0), jnp.ones((1, 2)))
params = variables["params"]
alone = model.apply(params, jnp.ones((4, 2)))  # want: JOL828 "holds the parameters alone"
twice = model.apply({"params": variables}, jnp.ones((4, 2)))  # want: JOL828 "in it already"
bare = model(jnp.ones((4, 2)))  # want: JOL828 "without variables"
first, updates = model.apply(variables, jnp.ones((4, 2)))  # want: JOL828 "it is no pair"


def loss(params, stats, x, y):
    logits = net.apply({"params": params, "batch_stats": stats}, x, True, mutable=["batch_stats"])
    return jnp.mean((logits - y) ** 2)  # want: JOL828 "`logits` is a pair"
