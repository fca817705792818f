# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
import optax


class Network:
    def __init__(self, width):
        self.state = {"w": jnp.ones((width,))}

    def __call__(self, x):
        return x @ self.state["w"]


class Learner:
    def __init__(self, width):
        self.network = Network(width)
        self.optimizer = optax.sgd(0.1)
        self.opt_state = self.optimizer.init(self.network.state)

    def train(self, x):
        def loss(params):
            # the network reads them from its state
            self.network.state = params  # want: JOL804 "`self.network.state` keeps a traced"
            return jnp.mean(self.network(x) ** 2)

        value, grads = jax.value_and_grad(loss)(self.network.state)
        updates, self.opt_state = self.optimizer.update(grads, self.opt_state)
        self.network.state = optax.apply_updates(self.network.state, updates)
        return value


print(Learner(3).train(jnp.ones((2, 3))))
