"""The templates have readable lines, and every partial is used."""

import re

from tests.house.prose import CODE
from tests.house.reading import MODULES, ROOT, TEMPLATES

LONGEST = 120
NAMED = re.compile(r"""["']([\w/]+\.html)["']""")


def test_a_line_of_a_template_can_be_read():
    found = [
        f"{path}:{number}: {len(line)} characters"
        for path in TEMPLATES
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]

    assert not found, f"Longer than {LONGEST} characters:\n" + "\n".join(found)


# Two words on two lines, the first without an end of its sentence. A tag or a variable parts two texts.
BROKEN = re.compile(rf"\w[^\w\s{CODE}.?!:…]*\s*\n\s*[^\w\s{CODE}]*\w")
MARKUP = re.compile(
    r"{%\s*comment.*?endcomment\s*%}|{#.*?#}|{[%{].*?[%}]}"
    r'|<(?:{[%{].*?[%}]}|"(?:{[%{].*?[%}]}|[^"])*"|[^">])*>',
    re.DOTALL,
)


def test_a_sentence_is_written_on_one_line():
    found = []
    for path in TEMPLATES:
        text = MARKUP.sub(lambda markup: re.sub(r"\S", CODE, markup[0]), (ROOT / path).read_text())
        starts = [broken.start() for broken in BROKEN.finditer(text)]
        found += [f"{path}:{text.count(chr(10), 0, start) + 1}" for start in starts]

    assert not found, (
        "A search for what one reads must find it: break lines between sentences.\n" + "\n".join(found)
    )


def test_a_part_is_included_or_shown_alone():
    parts = {str(path.relative_to("templates")) for path in TEMPLATES if path.name.startswith("_")}
    shown = {name for path in [*TEMPLATES, *MODULES] for name in NAMED.findall((ROOT / path).read_text())}

    assert parts <= shown, "Nothing shows " + ", ".join(sorted(parts - shown))


def test_a_form_says_its_address_once():
    found = []
    for path in TEMPLATES:
        for form in re.findall(r"""<form\b(?:[^>"]|"[^"]*")*>""", (ROOT / path).read_text()):
            address, swapped = re.search(r'\baction="([^"]*)"', form), re.search(r'hx-post="([^"]*)"', form)
            if address and swapped and address[1] == swapped[1]:
                found.append(f"{path}: {' '.join(form.split())[:90]}")

    assert not found, "Write hx-post alone: it posts to the form's action.\n" + "\n".join(found)


# A part ends with a line break, which a page shows as a space.
A_SPACE_BEFORE_A_MARK = re.compile(
    r"{%\s*include\b[^%]*%}(?:\s*(?:</\w+>|{%\s*(?:if|elif|endif|endwith|endfor)\b[^%]*%}))*\s*[.,;:!?)]"
)


def test_no_comma_or_period_comes_right_after_an_included_part():
    found = []
    for path in TEMPLATES:
        text = (ROOT / path).read_text()
        starts = [part.start() for part in A_SPACE_BEFORE_A_MARK.finditer(text)]
        found += [f"{path}:{text.count(chr(10), 0, start) + 1}" for start in starts]

    assert not found, "A space would come before it:\n" + "\n".join(found)


A_ROW_OF_WORDS = re.compile(
    r"""<(p|div)\b[^>]*class="(?:notice|refusal)(?: [^"]*)?"(?:[^>"]|"[^"]*")*>(.*?)</\1>""", re.DOTALL
)


def test_a_notice_has_its_words_in_one_element():
    found = []
    for path in TEMPLATES:
        text = (ROOT / path).read_text()
        for notice in A_ROW_OF_WORDS.finditer(text):
            inside = re.sub(r"{%.*?%}", "", notice[2], flags=re.DOTALL).strip()
            if "<" in inside and not inside.startswith("<"):
                found.append(f"{path}:{text.count(chr(10), 0, notice.start()) + 1}")

    assert not found, "Text and tags in it become columns: write <span>…</span>.\n" + "\n".join(found)


A_FORM = re.compile(r'<form\b((?:[^>"]|"[^"]*")*)>\s*((?:(?!</?form\b).)*?)\s*</form>', re.DOTALL)
# A form with another attribute, or with a tag beside its button, says more than ``{% press %}`` can.
ONLY_POSTS = {"class", "method", "action", "autocomplete", "hx-post", "hx-disabled-elt"}
HIDDEN = re.compile(r'<input type="hidden" name="\w+" value="[^"]*">')
ONE_BUTTON = re.compile(r'<button(?: (?:class|name|value)="[^"%]*")*>(?:(?!<button).)*</button>', re.DOTALL)


def test_a_form_of_one_button_is_a_press():
    found = []
    for path in TEMPLATES:
        text = re.sub(r"{{.*?}}", "", (ROOT / path).read_text())
        for attributes, inside in A_FORM.findall(re.sub(r"{% url .*?%}|{% csrf_token %}", "", text)):
            names = set(re.findall(r'([\w-]+)(?:="[^"]*")?', attributes))
            is_plain = "method" in names and names <= ONLY_POSTS and 'hx-post="' not in attributes
            if is_plain and ONE_BUTTON.fullmatch(HIDDEN.sub("", inside).strip()):
                found.append(f"{path}: {' '.join(inside.split())[:90]}")

    assert not found, "Write {% press address %}Label{% endpress %}.\n" + "\n".join(found)


AT_A_TABLE = ("referee/", "tablet/", "player/", "parts/table/")


def test_a_browser_fills_no_form_of_a_table_with_what_an_earlier_page_had():
    found = []
    for path in TEMPLATES:
        name, text = (
            str(path.relative_to("templates")),
            re.sub(r"{[%{].*?[%}]}", "", (ROOT / path).read_text()),
        )
        for form in re.findall(r"<form\b[^>]*>", text):
            is_kept = "data-outbox" in form or "data-draft" in form or name.startswith(AT_A_TABLE)
            if 'method="post"' in form and is_kept and 'autocomplete="off"' not in form:
                found.append(f"{name}: {' '.join(form.split())[:90]}")

    assert not found, "Back and Forward would fill these in:\n" + "\n".join(found)


def test_the_phone_knows_what_each_form_that_it_keeps_cannot_leave_out():
    found = []
    for path in TEMPLATES:
        for form in re.findall(
            r"<form\b[^>]*data-outbox.*?</form>", (ROOT / path).read_text(), flags=re.DOTALL
        ):
            asks = re.search(
                r'type="(radio|checkbox|text)"|<select|<textarea|_field.html|_questions|_fields', form
            )
            if asks and not re.search(r"data-needs|_questions|_fields", form):
                found.append(f"{path}: {' '.join(form.split())[:90]}")

    assert not found, "These need <template data-needs>:\n" + "\n".join(found)


# Each of these lasts as long as the page does: only a script changes its text.
LIVE_REGIONS = {"base.html", "hall/finder/_found.html", "parts/_messages.html", "setup/tables.html"}


def test_what_is_swapped_in_is_read_by_the_place_that_stays():
    regions = {
        str(path.relative_to("templates"))
        for path in TEMPLATES
        if 'role="status"' in (ROOT / path).read_text()
    }

    assert regions == LIVE_REGIONS, "A screen reader misses what replaces a live region: write data-aloud"


# What is shown after a press, or by a script: none of it is in the page that a refresh brings.
ALERTS = {
    "parts/_refusal.html", "parts/_refused_form.html", "parts/_unsent.html", "referee/_verdict.html",
    "referee/entry/_meaning.html", "referee/entry/_questions.html", "referee/entry/slip.html",
}  # fmt: skip


def test_only_what_follows_a_press_is_an_alert():
    alerts = {
        str(path.relative_to("templates"))
        for path in TEMPLATES
        if 'role="alert"' in (ROOT / path).read_text()
    }

    assert alerts == ALERTS, "A screen reader would read it again after each refresh: write data-aloud"


def test_a_fragment_that_fetches_itself_again_replaces_only_itself():
    tag = re.compile(r"<\w+\b(?:{[%{].*?[%}]}|[^<>{])*>", re.DOTALL)
    found = [
        f"{path}: {' '.join(text.split())[:90]}"
        for path in TEMPLATES
        for text in tag.findall((ROOT / path).read_text())
        if "uptown:changed" in text and "hx-get" in text and 'hx-target="this"' not in text
    ]
    assert not found, 'In a fragment with hx-target="this" these replace that one:\n' + "\n".join(found)
