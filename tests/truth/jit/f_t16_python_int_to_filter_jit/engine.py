"""The owner of the pages lets go of all slots, one call each."""

from pages import Pages


class Engine:
    def __init__(self, pages: Pages):
        self.pages = pages

    def reset(self):
        pages = self.pages
        for slot in range(pages.slots):
            pages = pages.release(slot)  # want: JOL107
        self.pages = pages
