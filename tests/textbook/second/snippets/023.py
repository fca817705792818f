import equinox as eqx
import jax
import jax.numpy as jnp


def predict(model, images):
    @eqx.filter_jit
    def run(m, xs):
        return jax.nn.softmax(jax.vmap(m)(xs), axis=-1)

    return run(model, images)


def evaluate(model, loader):
    correct, total = 0, 0
    for images, labels in loader:
        probs = predict(model, images)
        correct = correct + jnp.sum(jnp.argmax(probs, axis=-1) == labels)
        total += labels.shape[0]
    return float(correct) / total


def build():
    return eqx.nn.MLP(3072, 10, 4096, 4, key=jax.random.key(7))
