import model
from model import loss

print(loss(model.RATE))
