"""Pictures, lists, orders, cut files, virtual tables: what is planned. What writes them is loaded for missing files."""

from __future__ import annotations

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.export.exporter import Exporter, Groups, Make, PlanContext, planned
from cloudy_pnp.export.exporters.book import plan_book
from cloudy_pnp.export.request import BOX, LOOK, PIXELS, PRESS
from cloudy_pnp.export.services import load_services
from cloudy_pnp.game.contract import ComponentKind, Lazy


def _plan_silhouette(context: PlanContext) -> Groups:
    """Plan a folder for the paper."""
    paper = context.request.paper or "a4"
    if not context.prints(ComponentKind.CARD):
        return {}
    context.catalogue.paper(paper)  # an unknown one is reported before anything is drawn
    path = context.path(f"silhouette-{paper}", *LOOK, "selection", "marks", "corner")
    return {path: context.key(path)}


_LINES = planned("die-line", *BOX, "selection", "bleed", "corner", *PRESS)


def _plan_list(context: PlanContext) -> Groups:
    """Plan four files with the same content; the paper matters only for one of them."""
    stem = context.path("card-list", *LOOK, *BOX, "selection", "paper", end="")
    key = context.key(stem)
    return {f"{stem}.{ending}": key for ending in ("pdf", "html", "md", "csv") if context.prints()}


_PLAYTEST = planned("playtest", "selection", "paper", needs=(ComponentKind.CARD,), end=".pdf")


ORDER = (*LOOK, "selection", "dpi")  # of an order


def _plan_service(context: PlanContext) -> Groups:
    """Plan the folders. Raises UserError if no service is named, or an unknown one."""
    if not context.prints(ComponentKind.CARD):
        return {}
    request = context.request
    services = load_services(context.home.template_folders)
    if not request.export.services:
        raise UserError(f"name a print service: --service {', --service '.join(services.services)}")
    groups = Groups()
    for name in request.export.services:
        service = services.find(name)
        path = context.path(f"service-{service.id}", *ORDER)
        groups[path] = context.key(path, repr(service))
    return groups


def _plan_saved(context: PlanContext) -> Groups:
    """Plan the folder, including the rulebook if there is one."""
    if not context.prints():
        return {}
    book = plan_book(context) if context.request.entries is None else {}
    path = context.path("tabletop-simulator", *LOOK, "selection", "dpi", "images_at")
    return {path: context.key(path, book)}


def _plan_pcio(context: PlanContext) -> Groups:
    """Plan the file, whose name is that of the game."""
    return planned(context.home.game.id, "selection", "dpi", end=".pcio")(context)


_CGS = planned("card-game-simulator", "selection", "dpi", "images_at", needs=(ComponentKind.CARD,))
_SET = planned("picture-set", "selection", "dpi")


def _made(where: str) -> Lazy[Make]:
    """Return a function of this package that is loaded when it is called."""
    return Lazy(f"cloudy_pnp.export.{where}")


_PICTURES = (PIXELS,)
EXPORTERS = (
    Exporter("svg", planned("svg"), _made("lists:write_svg"), in_every_build=True),
    *(
        Exporter(
            form,
            planned(form, "dpi", "bleed", "corner"),
            _made("lists:write_pictures"),
            f"every face as a {label}",
            needs=_PICTURES,
        )
        for form, label in (("png", "PNG"), ("jpeg", "JPEG"), ("webp", "WebP"))
    ),
    Exporter(
        "card-list", _plan_list, _made("lists:write_list"), "all cards as PDF, HTML, Markdown and CSV", needs=_PICTURES
    ),
    Exporter("playtest", _PLAYTEST, _made("lists:write_playtest"), "half-size outlines, as many per page as fit"),
    Exporter(
        "silhouette",
        _plan_silhouette,
        _made("cutting:write_silhouette"),
        "sheets with registration marks and cut paths",
        needs=("ezdxf",),
    ),
    Exporter("die-line", _LINES, _made("cutting:write_die_line"), "cut lines as PDF, DXF and SVG", needs=("ezdxf",)),
    Exporter(
        "service", _plan_service, _made("services.order:write_order"), "an order for a print service", needs=_PICTURES
    ),
    Exporter(
        "tabletop-simulator",
        _plan_saved,
        _made("tabletop.write:write_saved"),
        "a saved object: decks, board, pieces, rulebook",
        has_book=True,
        needs=_PICTURES,
    ),
    Exporter(
        "pcio",
        _plan_pcio,
        _made("tabletop.write:write_pcio"),
        "a table for playingcards.io and VirtualTabletop",
        needs=_PICTURES,
    ),
    Exporter(
        "card-game-simulator",
        _CGS,
        _made("tabletop.write:write_cgs"),
        "a folder for Card Game Simulator",
        needs=_PICTURES,
    ),
    Exporter(
        "picture-set",
        _SET,
        _made("tabletop.write:write_set"),
        "pictures, sheets and a CSV for Screentop, Tabletopia, …",
        needs=_PICTURES,
    ),
)
