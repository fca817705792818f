# not executed: nothing is rewritten
"""A part of a model that every function stores anew before a method of the model reads it."""

import jax


def main(load, batches):
    model = load()
    state = {"params": model.params}

    def generate(params, batch):
        model.params = params  # want: JOL804 (info) "`model.params` keeps a traced value"
        return model.generate(batch)

    generate = jax.jit(generate)
    return [generate(state["params"], batch) for batch in batches]


def read_behind(load, batch):
    model = load()

    def score(params):
        model.weights = params  # want: JOL804 (error) "`model.weights` keeps a traced value"
        return model.score(batch)

    score = jax.jit(score)
    return score(load().params), model.weights
