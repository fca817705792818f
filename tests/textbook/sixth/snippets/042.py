import jax
import jax.numpy as jnp

NUM_BOXES, MAX_KEPT = 8_400, 300


@jax.jit
def select_boxes(boxes, scores, threshold):
    order = jnp.argsort(-scores)
    boxes, scores = boxes[order], scores[order]
    (kept,) = jnp.nonzero(scores > threshold, size=MAX_KEPT, fill_value=NUM_BOXES)
    kept_boxes = boxes.at[kept].get(mode="fill", fill_value=0.0)
    kept_scores = scores.at[kept].get(mode="fill", fill_value=0.0)
    num_kept = jnp.minimum(jnp.sum(scores > threshold), MAX_KEPT)
    return kept_boxes, kept_scores, num_kept


if __name__ == "__main__":
    key_boxes, key_scores = jax.random.split(jax.random.key(0))
    boxes = jax.random.uniform(key_boxes, (NUM_BOXES, 4))
    scores = jax.random.uniform(key_scores, (NUM_BOXES,))
    kept_boxes, kept_scores, num_kept = select_boxes(boxes, scores, 0.98)
    print(kept_boxes.shape, int(num_kept))
