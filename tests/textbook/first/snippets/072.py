import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    l1: eqx.nn.Linear
    drop: eqx.nn.Dropout
    l2: eqx.nn.Linear

    def __init__(self, key):
        a, b = jax.random.split(key)
        self.l1 = eqx.nn.Linear(20, 256, key=a)
        self.drop = eqx.nn.Dropout(0.5)
        self.l2 = eqx.nn.Linear(256, 5, key=b)

    def __call__(self, x, key=None):
        return self.l2(self.drop(jax.nn.relu(self.l1(x)), key=key))


@eqx.filter_jit
def accuracy(model, x, y):
    logits = jax.vmap(model)(x)
    return jnp.mean(jnp.argmax(logits, axis=-1) == y)


def evaluate(model, test_set):
    scores = [accuracy(model, x, y) for x, y in test_set]
    return jnp.mean(jnp.stack(scores))


if __name__ == "__main__":
    print(evaluate(Net(jax.random.key(0)), [(jnp.ones((8, 20)), jnp.zeros(8))]))
