# not executed: the loaders are elsewhere
"""Data that is evaluated batch by batch, with what nobody knows, in the loop itself."""

import jax
import jax.numpy as jnp
import numpy as np


def bits_per_token(model, loader, steps):
    total, count = 0.0, 0
    for _ in range(steps):  # want: JOL109 (info) "runs 11 operations"
        tokens, targets = next(loader)
        logits = model(jnp.array(tokens))
        targets = jnp.array(targets)
        log_probs = jax.nn.log_softmax(logits, axis=-1)
        chosen = jax.nn.one_hot(targets, logits.shape[-1])
        losses = -jnp.sum(chosen * log_probs, axis=-1)
        mask = (targets >= 0).astype(jnp.float32)
        total += float(jnp.sum(losses * mask))
        count += int(np.sum(tokens >= 0))
    return total / count


@jax.jit
def evaluated(logits, targets):
    log_probs = jax.nn.log_softmax(logits, axis=-1)
    return -jnp.sum(jax.nn.one_hot(targets, logits.shape[-1]) * log_probs)


def compiled_already(loader):
    total = 0.0
    for logits, targets in loader:
        total += float(evaluated(jnp.array(logits), jnp.array(targets)))
    return total


def small(loader):
    total = 0.0
    for values in loader:
        # Next to nothing.
        total += float(jnp.sum(jnp.array(values)))
    return total


def cut_out(lengths, values):
    ends = jnp.cumsum(jnp.array([n for n, _ in lengths]))
    parts, kept = [], []
    for size, kind in lengths:
        # Parts of lengths of their own.
        end = ends[kind] + jnp.array(size) - jnp.array(kind)
        start = end - jnp.array(size)
        part = values[start:end]
        parts.append(part / jnp.linalg.norm(part))
        kept.append(float(jnp.sum(part * part)))
    return parts, kept


def stored(arrays, path, reference):
    norms = np.zeros(len(arrays))
    place = 0
    for array in arrays:
        part = jnp.asarray(array)
        part = part - jnp.mean(part)
        part = part / (jnp.linalg.norm(part) + 1e-12)
        # The disk takes longer.
        np.save(f"{path}/{place}.npy", part)
        norms[place] = float(jnp.sum(jnp.abs(part) * reference))
        place += 1
    return norms
