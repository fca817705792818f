from jax import jit
import jax.numpy as jnp


class Scorer:
    def __init__(self, table, temperature):
        self.table = table
        self.temperature = temperature

    def score(self, query):
        temperature = self.temperature

        @jit
        def run(q, table):
            logits = q @ table.T
            return logits / temperature

        return run(query, self.table)


def serve(requests, table):
    scorer = Scorer(table, 0.7)
    best = []
    for q in requests:
        best.append(jnp.argmax(scorer.score(q), axis=-1))
    return best
