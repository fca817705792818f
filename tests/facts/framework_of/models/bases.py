from middle import Parent


class Shared(Parent):
    pass


class Plain:
    pass


class Mixin(Plain):
    pass
