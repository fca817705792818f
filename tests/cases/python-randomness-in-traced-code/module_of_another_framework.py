import random

import jax
import torch.nn as nn


class Encoder(nn.Module):
    def __call__(self, x):
        return x if random.random() < 0.5 else -x


class Plain:
    def __call__(self, x):
        return jax.device_get(x) * random.random()
