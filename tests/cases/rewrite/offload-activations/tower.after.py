# rewrite: tower, decoder_layer
import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name


def tower(layers, x):
    def block(h, layer):
        """One layer."""
        # The inputs.
        h = checkpoint_name(h, "block_h")
        hidden = jax.nn.gelu(h @ layer["w1"])
        return h + hidden @ layer["w2"], None

    # The whole stack.
    offloaded_block = jax.checkpoint(
        block,
        policy=jax.checkpoint_policies.save_and_offload_only_these_names(
            names_which_can_be_saved=[],
            names_which_can_be_offloaded=["block_h"],
            offload_src="device",
            offload_dst="pinned_host",
        ),
        prevent_cse=False,
    )
    h, _ = jax.lax.scan(offloaded_block, x, layers)  # A
    return h


def decoder_layer(carry, w):
    carry = checkpoint_name(carry, "decoder_layer_carry")
    h, total = carry
    h = jnp.tanh(h @ w)
    return (h, total + jnp.sum(h**2)), jnp.mean(h)


def decoder(ws, h):
    offloaded_decoder_layer = jax.checkpoint(
        decoder_layer,
        policy=jax.checkpoint_policies.save_and_offload_only_these_names(
            names_which_can_be_saved=[],
            names_which_can_be_offloaded=["decoder_layer_carry"],
            offload_src="device",
            offload_dst="pinned_host",
        ),
        prevent_cse=False,
    )
    (h, total), means = jax.lax.scan(offloaded_decoder_layer, (h, 0.0), xs=ws)
    return jnp.sum(h) + total + jnp.sum(means)


@jax.jit
def run(layers, ws, x):
    return decoder(ws, tower(layers, x))


def inputs(key):
    k1, k2, k3, k4 = jax.random.split(key, 4)
    layers = {
        "w1": 0.3 * jax.random.normal(k1, (4, 6, 8)),
        "w2": 0.3 * jax.random.normal(k2, (4, 8, 6)),
    }
    return layers, 0.3 * jax.random.normal(k3, (3, 6, 6)), jax.random.normal(k4, (5, 6))
