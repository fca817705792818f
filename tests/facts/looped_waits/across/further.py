class Base:
    def __init__(self):
        self.total = 0.0

    def add(self, x):
        self.total += x.item()
