from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="max_detections")
def select_detections(scores, boxes, threshold, max_detections=100):
    """scores: (anchors,), boxes: (anchors, 4) -> padded detections and their count."""
    keep = scores > threshold
    (idx,) = jnp.nonzero(keep, size=max_detections, fill_value=scores.shape[0])
    valid = idx < scores.shape[0]
    picked_scores = scores.at[idx].get(mode="fill", fill_value=-jnp.inf)
    picked_boxes = boxes.at[idx].get(mode="fill", fill_value=0.0)
    order = jnp.argsort(-picked_scores)
    return picked_scores[order], picked_boxes[order], valid[order], keep.sum()


k1, k2 = jax.random.split(jax.random.key(0))
scores = jax.random.beta(k1, 1.0, 30.0, (8_732,))
boxes = jax.random.uniform(k2, (8_732, 4))
top_scores, top_boxes, valid, count = select_detections(scores, boxes, 0.15)
print(top_scores.shape, top_boxes.shape, valid.sum(), count)
