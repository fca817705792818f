from across import Player, every, generate, scores
from networks import Net


def main(texts):
    net = Net(0)
    generate(net, texts, n=10)
    run(texts, net)


def run(texts, model):
    scores(model, texts)
    every(model, xs=texts)
    Player(model, seed=1).play(texts)
