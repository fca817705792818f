import argparse

import jax
from across import Loop, compiled, debug, helper, train

rows = jax.vmap(helper)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--debug", action="store_true")
    args = parser.parse_args()
    train(1.0)
    compiled(1.0)
    loop = Loop(3)
    loop.run()
    if args.debug:
        debug(loop)
    return lambda: loop.show()




if __name__ == "__main__":
    main()
