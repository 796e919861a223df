"""What makes a page worth looking at, for those who look at all of them (``looked_at``)."""

from tests.journeys.looked_at import shaped, worded

PAGE = (
    "<html><head><link rel='stylesheet' href='/a.css'></head><body><main class='stack' id='m'>"
    "<h1>Aces</h1><p>Table 12</p><label for='x'>Name</label><input id='x' name='x'></main></body></html>"
)
NEW_WORDS = {"another word": ("Aces", "Kings"), "a longer number": ("Table 12", "Table 123")}
NEW_SHAPES = {
    "another class": ("class='stack'", "class='stack late'"),
    "another style sheet": ("/a.css", "/b.css"),
    "a label that leads nowhere": ("for='x'", "for='y'"),
    "a picture without words": ("</main>", "<img src='/p.png'></main>"),
    "a heading that skips one": ("</main>", "<h3>Hands</h3></main>"),
    "a second of a kind": ("</main>", "<h1>Aces</h1></main>"),
}


def test_a_page_that_shows_nothing_new_need_not_be_looked_at():
    again = PAGE.replace("12", "47").replace("id='m'", "id='n'")

    assert worded(again) <= worded(PAGE)
    assert shaped(again.replace("Aces", "Kings")) <= shaped(PAGE)


def test_a_new_word_must_fit_and_a_new_shape_is_for_axe():
    for what, (old, new) in NEW_WORDS.items():
        assert worded(PAGE.replace(old, new)) - worded(PAGE), what
    for what, (old, new) in NEW_SHAPES.items():
        assert shaped(PAGE.replace(old, new)) - shaped(PAGE), what
