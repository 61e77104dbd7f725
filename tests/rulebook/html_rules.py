"""The rules of HTML for what our pages use: the parser's own errors, then content models, attributes, ids and ARIA.

An element or attribute that is not listed here is an error: who needs a new one looks up its rules and adds it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

import html5lib

SVG = "{http://www.w3.org/2000/svg}"
PHRASING = {"a", "b", "br", "em", "input", "label", "span", "strong", f"{SVG}svg"}
FLOW = PHRASING | {"aside", "div", "figure", "h2", "h3", "nav", "ol", "p", "section", "ul"}
TEXT_ALLOWED = {"a", "b", "em", "figcaption", "h1", "h2", "h3", "label", "p", "span", "strong", "style", "title"}

CONTENT: dict[str, set[str]] = {
    "html": {"head", "body"},
    "head": {"meta", "title", "style"},
    "meta": set(),
    "title": set(),
    "style": set(),
    "body": FLOW | {"header", "main"},
    "header": FLOW - {"nav"} | {"h1"},
    "nav": FLOW,
    "main": FLOW,
    "section": FLOW,
    "aside": FLOW,
    "div": FLOW | {"h1"},
    "li": FLOW,
    "ol": {"li"},
    "ul": {"li"},
    "figure": {f"{SVG}svg", "div", "figcaption"},
    "input": set(),
    "figcaption": PHRASING,
    **dict.fromkeys(("a", "b", "em", "h1", "h2", "h3", "label", "p", "span", "strong"), PHRASING),
    "br": set(),
}
ATTRIBUTES: dict[str, set[str]] = {
    "html": {"lang"},
    "meta": {"charset", "name", "content", "http-equiv"},
    "a": {"href", "class", "lang"},
    "section": {"aria-labelledby", "data-rules"},
    "nav": {"aria-labelledby"},
    "aside": {"class", "role", "aria-label"},
    "main": {"id", "class"},
    "h2": {"id"},
    "h3": {"id"},
    "div": {"class", "lang"},
    "figure": {"class"},
    "input": {"type", "name", "id", "checked"},
    "label": {"for"},
    "span": {"class", "lang"},
    "ul": {"class"},
    "p": {"class"},
    f"{SVG}svg": {"role", "aria-label", "viewBox", "class", "aria-hidden", "width", "height"},
}
ROLES = {f"{SVG}svg": {"img"}, "aside": {"note"}}
_SVG_CONTENT = {"g", "path", "use", "symbol", "defs", "clipPath", "linearGradient", "radialGradient", "stop"}


def html_errors(text: str) -> list[str]:
    """Everything that is wrong with a page."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    page = parser.parse(text)
    errors = [f"line {place[0]}: {code}" for place, code, _ in parser.errors]
    errors += _tree_errors(page)
    return [*errors, *_reference_errors(page), *_outline_errors(page)]


def _tree_errors(page: Element) -> Iterator[str]:
    for element in page.iter():
        tag = element.tag
        if tag.startswith(SVG):
            yield from _svg_errors(element)
        elif tag not in CONTENT:
            yield f"<{tag}> is not known"
            continue
        else:
            for child in element:
                if child.tag not in CONTENT[tag]:
                    yield f"<{child.tag}> in <{tag}>"
            between = [element.text, *(child.tail for child in element)]
            if tag not in TEXT_ALLOWED and any(words and words.strip() for words in between):
                yield f"text in <{tag}>"
            if tag in TEXT_ALLOWED - {"style"} and not "".join(element.itertext()).strip():
                yield f"<{tag}> is empty"
        if not tag.startswith(SVG) or tag == f"{SVG}svg":
            yield from (f"{name} on <{tag}>" for name in set(element.keys()) - ATTRIBUTES.get(tag, set()))
            role = element.get("role")
            if role is not None and role not in ROLES.get(tag, set()):
                yield f"role {role} on <{tag}>"
        if tag == "a" and list(element.iter("a"))[1:]:
            yield "<a> in <a>"


def _svg_errors(element: Element) -> Iterator[str]:
    name = element.tag.removeprefix(SVG)
    if name == "svg":
        if (element.get("role") == "img") == (element.get("aria-hidden") == "true"):
            yield "<svg> is neither a picture nor hidden"
        if element.get("role") == "img" and not element.get("aria-label", "").strip():
            yield "a picture without an alternative text"
    elif name not in _SVG_CONTENT:
        yield f"<{name}> in <svg>"
    for key in ("width", "height", "r", "stroke-width"):
        if not re.fullmatch(r"\d+(\.\d+)?", element.get(key, "0")):
            yield f"{key}={element.get(key)} on <{name}>"
    if not re.fullmatch(r"(-?[\d.]+ ){3}-?[\d.]+", element.get("viewBox", "0 0 1 1")):
        yield f"viewBox={element.get('viewBox')}"


def _reference_errors(page: Element) -> Iterator[str]:
    """Ids are unique and whatever names one finds it."""
    ids = Counter(name for element in page.iter() if (name := element.get("id")) is not None)
    for name, times in ids.items():
        if times > 1:
            yield f"the id {name} stands {times} times"
        if not name or re.search(r"\s", name):
            yield f"the id {name!r} is empty or has a space"
    for element in page.iter():
        wanted = list(element.get("aria-labelledby", "").split())
        wanted += [link.removeprefix("#") for link in (element.get("href"), element.get("for")) if link is not None]
        for value in element.attrib.values():
            wanted += re.findall(r"url\(#([^)]*)\)", value)
        yield from (f"nothing has the id {name}" for name in wanted if name not in ids)


def _outline_errors(page: Element) -> Iterator[str]:
    """One h1, no level left out, one of each landmark, a language and a title."""
    levels = [int(element.tag[1]) for element in page.iter() if re.fullmatch("h[1-6]", element.tag)]
    if levels.count(1) != 1 or levels[0] != 1:
        yield "there is not one h1 at the beginning"
    if any(after - before > 1 for before, after in pairwise(levels)):
        yield "a level of headings is left out"
    for tag in ("title", "header", "nav", "main"):
        if len(list(page.iter(tag))) != 1:
            yield f"there is not one <{tag}>"
    if not re.fullmatch("[a-z]{2,3}", page.get("lang", "")):
        yield "the page has no language"
    if not [meta for meta in page.iter("meta") if meta.get("charset") == "utf-8"]:
        yield "the page has no charset"
    for section in page.iter("section"):
        columns = section.find("div[@class='pair']/div")
        first = next(iter(section if columns is None else columns), None)
        if first is None or first.get("id") != section.get("aria-labelledby"):
            yield "a section does not start with the heading that names it"
