"""What is applied is a network; what only begins a state may be an optimizer."""


class Agent:
    def __init__(self, encoder, value, optimizer):
        self.encoder, self.value, self.optimizer = encoder, value, optimizer

    def begin(self, key, example):
        encoded = self.encoder.init(key, example)  # fact: initialized_networks self.encoder.init
        latent = self.encoder.apply(encoded, example)
        valued = self.value.init(key, latent)
        return encoded, valued, self.optimizer.init(valued)


def train(model, tx, key, example):
    params = model.init(key, example)  # fact: initialized_networks model.init
    state = tx.init(params, example)
    return model.apply(params, example), state
