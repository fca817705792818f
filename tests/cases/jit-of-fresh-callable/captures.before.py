# not executed: the fix is refused
import jax


class Learner:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def update(self, params, grads):
        return self.optimizer(params, grads)

    def step(self, params, grads):
        return jax.jit(self.update)(params, grads)  # want: JOL102 "the method `self.update`"


def evaluate(model, batch):
    return jax.jit(lambda x: model(x))(batch)  # want: JOL102 "a new lambda"


def all_of(model, batches):
    return [evaluate(model, batch) for batch in batches]
