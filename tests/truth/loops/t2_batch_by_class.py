"""Images by classes: lists within lists, joined and cut down within, stacked without."""

import jax
import jax.numpy as jnp


def suppress(scores, boxes, limit):
    order = jnp.argsort(-scores, axis=-1)[:, :limit]
    return jnp.take_along_axis(scores, order, 1), jnp.take_along_axis(boxes, order[..., None], 1)


def detections(
    class_outputs: jax.Array,
    box_outputs: jax.Array,
    before: int = 64,
    after: int = 8,
    threshold: float = 0.05,
    per_class: bool = True,
):
    images, _, classes = jnp.shape(class_outputs)
    final_boxes = []
    final_scores = []
    final_classes = []
    counts = []
    for b in range(images):  # want: JOL201
        kept_boxes = []
        kept_scores = []
        kept_classes = []
        for i in range(1, classes):
            slot = i if per_class else 0
            boxes_i = box_outputs[b, :, slot]
            scores_i = class_outputs[b, :, i]
            scores_i = jnp.where(scores_i > threshold, scores_i, -1)
            scores_i, places = jax.lax.top_k(scores_i, k=min(before, scores_i.shape[-1]))
            boxes_i = boxes_i[places]
            some_scores, some_boxes = suppress(scores_i[None, ...], boxes_i[None, ...], after)
            kept_boxes.append(some_boxes[0])
            kept_scores.append(some_scores[0])
            kept_classes.append(jnp.ones([after]) * i)
        kept_boxes = jnp.concatenate(kept_boxes, axis=0)
        kept_scores = jnp.concatenate(kept_scores, axis=0)
        kept_classes = jnp.concatenate(kept_classes, axis=0)
        kept_scores, places = jax.lax.top_k(kept_scores, k=after)
        final_boxes.append(kept_boxes[places])
        final_classes.append(kept_classes[places])
        final_scores.append(kept_scores)
        counts.append(jnp.sum((kept_scores > 0.0).astype(jnp.int32)))
    return (
        jnp.stack(final_boxes, axis=0),
        jnp.stack(final_scores, axis=0),
        jnp.stack(final_classes, axis=0),
        jnp.stack(counts, axis=0),
    )
