"""The page size of a book, by the paper of its booklet."""

from __future__ import annotations

A4, A5 = (210.0, 297.0), (148.0, 210.0)  # mm
_LEAST = (135.0, 200.0)  # a smaller page has no room for the figures
_HIGHEST = 225.0
_LARGEST = 330.0  # of a page in two columns


def large_page(paper: tuple[float, float]) -> tuple[float, float]:
    """Return the page size of a book in two columns: the paper, but A4 on larger paper.

    >>> large_page((279.4, 215.9)), large_page((297, 420))
    ((215.9, 279.4), (210.0, 297.0))
    """
    width, height = sorted(paper)
    return (width, height) if height <= _LARGEST else A4


def page_size(paper: tuple[float, float]) -> tuple[float, float] | None:
    """Return the page size of a booklet printed on some paper (mm): A5 on A4, half letters on Letter.

    On larger paper they are A5 and cut out. None if the paper is too small.

    >>> page_size((215.9, 279.4))
    (139.7, 215.9)
    >>> page_size((210, 297))
    (148.0, 210.0)
    """
    height, wide = sorted(paper)
    width = round(wide / 2, 2)
    if width >= A5[0] and height >= A5[1]:
        return A5
    if width < _LEAST[0] or height < _LEAST[1]:
        return None
    return (width, min(float(height), _HIGHEST))
