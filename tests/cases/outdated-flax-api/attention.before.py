# not executed: there is no fix
"""Masks of attention in the place that they had before Flax 0.7.5."""

import flax.linen as nn
import jax.numpy as jnp


class Block(nn.Module):
    heads: int
    causal: bool

    def setup(self):
        self.attention = nn.MultiHeadDotProductAttention(num_heads=self.heads)

    def __call__(self, x, tokens, train):
        if self.causal:
            mask = nn.make_causal_mask(tokens)
        else:
            mask = None
        x = x + self.attention(x, x, mask)  # want: JOL713 "attends to the mask `mask`"
        return x + self.attention(x, x, mask, not train)  # want: JOL713 "raises TypeError"


class Encoder(nn.Module):
    @nn.compact
    def __call__(self, x, padding):
        layer = nn.MultiHeadDotProductAttention(num_heads=4)
        return layer(x, x, nn.make_attention_mask(padding, padding))  # want: JOL713 "give it by name|fails on its shape"


class AsItIs(nn.Module):
    @nn.compact
    def __call__(self, x, memory, padding):
        mask = nn.make_attention_mask(padding, padding)
        y = nn.MultiHeadDotProductAttention(num_heads=4)(x, memory, memory, mask=mask)
        where = x + jnp.sin(x)
        y = nn.MultiHeadDotProductAttention(num_heads=4)(where, where, y)
        return nn.SelfAttention(num_heads=4)(y, mask)
