"""haliax' `named_jit` of a lambda, made anew in a method that each evaluation calls."""

import haliax as hax
import jax.numpy as jnp
from tqdm import tqdm


class TaggedEvaluator:
    def __init__(self, loader, accumulate, tags):
        self.loader = loader
        self.accumulate = accumulate
        self.tags = tags

    def evaluate(self, model):
        state = (jnp.zeros(()), hax.zeros(self.tags))
        for batch, tags in tqdm(self.loader, "eval"):
            state = self.accumulate(model, state, batch, tags)
        total, per_tag = state
        macro = hax.named_jit(lambda v: hax.mean(v).array)(per_tag).item()  # want: JOL102
        return {"micro": total.item(), "macro": macro}


def evaluator_hook(loader, accumulate, tags, log):
    evaluator = TaggedEvaluator(loader, accumulate, tags)

    def hook(info):
        log(evaluator.evaluate(info.model), step=info.step)

    return hook
