"""The best boxes of each class in each image; the inner loop joins what the outer one stacks."""

import jax
import jax.numpy as jnp


def detections(scores: jax.Array, boxes: jax.Array, shared):
    images, _, classes = scores.shape
    kept_boxes, kept_scores = [], []
    for b in range(images):  # want: JOL201 "`kept_boxes` and `kept_scores` are"
        found = []
        best = []
        for c in range(1, classes):
            k = 0 if shared else c
            top, where = jax.lax.top_k(scores[b, :, c], 3)
            found.append(boxes[b, :, k][where])
            best.append(top)
        kept_boxes.append(jnp.concatenate(found, axis=0))
        kept_scores.append(jnp.concatenate(best, axis=0))
    return jnp.stack(kept_boxes), jnp.stack(kept_scores)


def run(scores, boxes):
    return detections(scores, boxes, True), detections(scores, boxes, False)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (2, 4, 3)), jax.random.normal(b, (2, 4, 3, 4))
