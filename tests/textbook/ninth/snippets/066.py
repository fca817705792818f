from functools import partial

import jax
import jax.numpy as jnp

NUM_BOXES = 8_400
MAX_DETECTIONS = 300


@partial(jax.jit, static_argnames="max_detections")
def select_detections(boxes, scores, threshold, *, max_detections=MAX_DETECTIONS):
    """Boxes over the threshold, padded with zeros to a fixed number of rows."""
    (kept,) = jnp.nonzero(scores > threshold, size=max_detections, fill_value=NUM_BOXES)
    kept_boxes = boxes.at[kept].get(mode="fill", fill_value=0.0)
    kept_scores = scores.at[kept].get(mode="fill", fill_value=0.0)
    return kept_boxes, kept_scores, kept < NUM_BOXES


@jax.jit
def mean_area(boxes, valid):
    areas = jnp.prod(boxes[:, 2:] - boxes[:, :2], axis=-1)
    return jnp.sum(areas, where=valid) / jnp.maximum(valid.sum(), 1)


corner_key, size_key, score_key = jax.random.split(jax.random.key(0), 3)
corners = jax.random.uniform(corner_key, (NUM_BOXES, 2), maxval=600.0)
sizes = jax.random.uniform(size_key, (NUM_BOXES, 2), minval=4.0, maxval=64.0)
boxes = jnp.concatenate([corners, corners + sizes], axis=-1)
scores = jax.random.beta(score_key, 0.5, 8.0, (NUM_BOXES,))
for threshold in (0.3, 0.4, 0.5):
    kept_boxes, kept_scores, valid = select_detections(boxes, scores, threshold)
    print(threshold, int(valid.sum()), float(mean_area(kept_boxes, valid)))
