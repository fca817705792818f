import jax
from codec import Codec


def main(batches, show):
    codec = Codec.load()
    decode = jax.pmap(codec.decode)  # want: JOL113
    for latents in batches:
        show(decode(latents))


if __name__ == "__main__":
    main([], print)
