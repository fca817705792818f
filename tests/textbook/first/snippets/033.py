import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    encoder: eqx.nn.Linear
    dropout: eqx.nn.Dropout
    head: eqx.nn.Linear

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.encoder = eqx.nn.Linear(6, 32, key=k1)
        self.dropout = eqx.nn.Dropout(0.2)
        self.head = eqx.nn.Linear(32, 2, key=k2)

    def __call__(self, x, key=None):
        return self.head(self.dropout(jax.nn.relu(self.encoder(x)), key=key))


@eqx.filter_jit
def train_loss(model, x, y, key):
    keys = jax.random.split(key, x.shape[0])
    return jnp.mean((jax.vmap(model)(x, keys) - y) ** 2)


@eqx.filter_jit
def eval_loss(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


if __name__ == "__main__":
    net = Net(jax.random.key(0))
    x, y = jnp.ones((4, 6)), jnp.zeros((4, 2))
    print(train_loss(net, x, y, jax.random.key(1)))
    print(eval_loss(eqx.nn.inference_mode(net), x, y))
    frozen = eqx.tree_at(lambda m: m.head.bias, net, jnp.zeros(2))
    print(eval_loss(eqx.nn.inference_mode(frozen), x, y))
