# not executed: nothing is rewritten
"""Reuses of which nothing comes but what is looked at, and such of which more comes."""

import time

import jax
import matplotlib.pyplot as plt
import wandb
from jax import random


def samples_in_a_log(key, batches, weights, update, decode):
    keys = random.split(key, 8)
    for number, batch in enumerate(batches):
        weights = update(weights, batch, keys)
        if number % 100 == 0:
            key, sub = random.split(key)
            picture = decode(weights, random.normal(sub, (1, 64)))
            record = {"step": number}
            record["picture"] = picture
            wandb.log(record)


def keys_of_the_training(key, batches, weights, update):
    keys = random.split(key, 8)
    for batch in batches:
        key, sub = random.split(key)
        weights, loss = update(weights, batch, keys, sub)
        wandb.log({"loss": loss})


def samples_that_are_kept(key, batches, weights, update, decode, store):
    keys = random.split(key, 8)
    for batch in batches:
        weights = update(weights, batch, keys)
        key, sub = random.split(key)
        store.save(decode(weights, random.normal(sub, (1, 64))))


def shown_to_take_some_time():
    key = random.key(0)
    key_1, key_2 = random.split(key)
    left = random.normal(key_1, (64, 64))
    right = random.normal(key_2, (64, 64))
    start = time.perf_counter()
    product = jax.jit(lambda a, b: a @ b)(left, right)
    product.block_until_ready()
    print(f"{product.shape} after {time.perf_counter() - start} s")


def only_the_shape(model, weights, vocabulary):
    key = random.key(0)
    key_1, key_2 = random.split(key)
    logits = random.uniform(key_1, (2, 8, vocabulary))
    tokens = random.categorical(key_2, logits)
    out = model.forward(weights, tokens)
    assert out.shape == logits.shape


def pictures_in_turn(key, decode):
    for _ in range(8):
        key, sub = random.split(key)
        plt.imshow(decode(random.normal(key, (64,))))


def drawn_and_made_anew(key, model, count):
    out = []
    for _ in range(count):
        key, _ = random.split(key)
        out.append(model(random.normal(key, (64,))))
    return out
