import jax
import jax.numpy as jnp
import optax

CODEBOOK_SIZE, CODE_DIM = 512, 64
optimizer = optax.adam(1e-3)


def quantize(codebook, latents):
    distances = jnp.sum((latents[:, None, :] - codebook[None, :, :]) ** 2, axis=-1)
    return codebook[jnp.argmin(distances, axis=-1)]


def vq_loss(params, x):
    latents = x @ params["encoder"]
    codes = quantize(params["codebook"], latents)
    straight_through = latents + jax.lax.stop_gradient(codes - latents)
    reconstruction = optax.squared_error(straight_through @ params["decoder"], x).mean()
    codebook_loss = optax.squared_error(codes, jax.lax.stop_gradient(latents)).mean()
    commitment = optax.squared_error(latents, jax.lax.stop_gradient(codes)).mean()
    return reconstruction + codebook_loss + 0.25 * commitment


@jax.jit
def train_step(params, opt_state, x):
    loss, grads = jax.value_and_grad(vq_loss)(params, x)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


enc_key, dec_key, code_key, x_key = jax.random.split(jax.random.key(0), 4)
params = {
    "encoder": jax.random.normal(enc_key, (256, CODE_DIM)) * 256**-0.5,
    "decoder": jax.random.normal(dec_key, (CODE_DIM, 256)) * CODE_DIM**-0.5,
    "codebook": jax.random.normal(code_key, (CODEBOOK_SIZE, CODE_DIM)),
}
opt_state, x = optimizer.init(params), jax.random.normal(x_key, (512, 256))
for _ in range(2_000):
    params, opt_state, loss = train_step(params, opt_state, x)
