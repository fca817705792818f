import jax
from diffusers import FlaxAutoencoderKL
from flax import struct


@struct.dataclass
class Codec:
    params: dict
    module: FlaxAutoencoderKL = struct.field(pytree_node=False)

    @classmethod
    def load(cls):
        module, params = FlaxAutoencoderKL.from_pretrained("some/weights")
        return cls(params=jax.device_get(params), module=module)

    @jax.jit
    def decode(self, latents):
        return self.module.apply({"params": self.params}, latents, method=self.module.decode).sample
