# not executed: the workers are elsewhere
"""A `jax.device_get` says that what unseen code gives is on the device, and the turn goes on by it."""

import jax
import numpy as np


class Scheduler:
    def __init__(self, worker, stop):
        self.worker = worker
        self.stop = stop

    def generate(self, request):
        tokens = []
        while True:
            output = self.worker.forward(request, tokens)
            logits = output.logits
            # All of them, for one number.
            fetched = np.array(jax.device_get(logits))  # want: JOL402 (info) "self.worker.forward"
            token = int(np.argmax(fetched[0]))
            tokens.append(token)
            if token == self.stop:
                break
        return tokens


def path_to_root(parents, start, most):
    index, path = int(start), []
    for _ in range(most):
        parent = parents[index]
        above = int(jax.device_get(parent.index))  # want: JOL402 (info) "waits for `parents"
        if above < 0:
            return path
        # Another one.
        path.append(int(jax.device_get(parent.action)))
        index = above
    return path
