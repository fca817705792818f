from noise import draw

print(draw)
