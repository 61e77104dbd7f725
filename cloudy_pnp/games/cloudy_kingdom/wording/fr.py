"""French words for what a spell does: vous, and numbers agree with « carte » (f)."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    Clear,
    ExtraTurn,
    ForceRedraw,
    Give,
    MissTurn,
    MoveTop,
    OfferRedraw,
    Peek,
    PlaceSelf,
    Protect,
    Remove,
    Steal,
    Swap,
    SwapCastles,
    TakeBack,
    Turn,
)
from cloudy_pnp.games.cloudy_kingdom.wording.clauses import (
    DASH,
    Block,
    Cards,
    ChoiceBlock,
    Clause,
    ConditionBlock,
    DiscardHand,
    DrawCards,
    NeighbourMisses,
    PlayCards,
    PlayedWhere,
    PlayHand,
    PutAway,
    PutAwayUnplayed,
    RepeatBlock,
    Saying,
    Sentence,
    TakeTop,
)

_NUMBERS = ("", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf")
_ROTATION = {1: "un quart de tour", 2: "un demi-tour", 3: "trois quarts de tour"}
_ON = {"on-first": "la première", "on-this": "cette carte", "on-last": "la dernière carte posée"}
_BREAKS = {"blocks": "blocages", "holes": "trous", "breaks": "trous et ses blocages"}
_MOVE = {
    "growth": "sur un autre emplacement, selon les règles de pousse",
    "empty": "sur un emplacement vide, selon les règles de pousse",
    "on-card": "en travers sur une carte Route d’un autre emplacement",
    "anywhere": "sur n’importe quel autre emplacement (en travers s’il s’y trouve une carte),"
    " sans tenir compte des règles de pousse",
}
_PROTECTED = {
    "field": "rien ne peut y être posé et aucun sort ne l’affecte",
    "from-cards": "personne ne peut y jouer de carte Route, sauf grâce à un sort",
    "from-spells": "aucun sort ne l’affecte, mais on peut y jouer des cartes Route",
}
_HAND = "la carte Route que vous avez en main"
_IGNORING = "sans tenir compte des règles de pousse"
_COMMA = ("après ce tour", "au lieu de")  # phrases that « ou bien » is set off from
_COLON, _SEMICOLON = "\u00a0:", "\u202f;"  # no line may begin with them


def sentence(said: Saying) -> str:
    """One sentence of a spell's text, with its full stop."""
    anyway = said.link == "anyway"
    if isinstance(said, Sentence):
        clockwise = isinstance(said.first, OfferRedraw | ForceRedraw)
        text = _plain(said, in_block=said.times > 1 or (anyway and clockwise))  # not two phrases with « dans »
    else:
        text = _block(said)
    if anyway:
        text = f"dans tous les cas, {text}"
    text = f"{text[0].upper()}{text[1:]}."
    if isinstance(said, Sentence) and said.times > 1:
        text += f" Faites-le {_number(said.times)} fois en tout."
    return text


def _plain(said: Sentence, *, in_block: bool = False) -> str:
    text = _clause(said.first, said.link == "then", in_block)
    if said.second is not None:
        after_a_play = isinstance(said.first, PlayCards)
        comma = "," if after_a_play and text.endswith(_IGNORING) else ""
        text += f"{comma} et {_clause(said.second, False, in_block)}"
    return text


def _block(block: Block) -> str:
    """A block is one sentence, so that its full stop shows where it ends."""
    then = block.link == "then"
    match block:
        case ChoiceBlock(options):
            begin = "ensuite, au choix" if then else "au choix"
            first, *others = (_body(option) or "ne faites rien" for option in options)
            said = "".join(f"{DASH} ou bien{',' if other.startswith(_COMMA) else ''} {other}" for other in others)
            return f"{begin}{_COLON} {first}{said}"
        case RepeatBlock(times, body):
            return f"faites{' ensuite' if then else ''} {_number(times)} fois ceci{_COLON} {_body(body)}"
        case ConditionBlock(body=body):
            return f"seulement si {_condition(block)}{_COLON} {_body(body)}"


def _body(sentences: tuple[Sentence, ...]) -> str:
    return f"{_SEMICOLON} ".join(
        _plain(said, in_block=True) + (f" ({_number(said.times)} fois)" if said.times > 1 else "") for said in sentences
    )


def _condition(condition: ConditionBlock) -> str:
    number = condition.number
    none, one = number == 0 and not condition.at_least, number <= 1
    limit = "au moins" if condition.at_least else "au plus"
    cards = f"{limit} {_number(number)} carte{'' if one else 's'}"
    match condition.what:
        case "draw-pile":
            return "la pioche est vide" if none else f"la pioche compte {cards}"
        case "discard-pile":
            return "la défausse est vide" if none else f"la défausse compte {cards}"
        case "empty-fields":
            un = "un" if number == 1 else _number(number)
            fields = f"{un} emplacement est vide" if one else f"{un} emplacements sont vides"
            return "aucun emplacement n’est vide" if none else f"{limit} {fields}"
        case "tallest-stack":
            return "la zone de jeu est vide" if none else f"la pile la plus haute compte {cards}"
        case "own-connections" | "connections-behind":
            links = f"{limit} {_number(number)} connexion{'' if one else 's'}"
            if condition.what == "own-connections":
                return "votre famille n’a aucune connexion" if none else f"votre famille a {links}"
            if none:
                return "aucune autre famille n’a plus de connexions que la vôtre"
            return f"{'une' if condition.at_least else 'chaque'} autre famille a {links} de plus que la vôtre"
        case "hand-ends":
            edges = f"{limit} {'un' if number == 1 else _number(number)} bord{'' if one else 's'}"
            if none:
                return "vous n’avez plus de carte Route en main"
            return f"les routes de la carte que vous avez en main atteignent {edges}"
        case "own-spells":
            spells = "un autre sort" if number == 1 else f"{_number(number)} autres sorts"
            return "c’est votre dernier sort" if none else f"vous avez encore {limit} {spells}"


def _number(count: int) -> str:
    return _NUMBERS[count] if 0 < count < len(_NUMBERS) else str(count)


def _clause(clause: Clause, then: bool, in_block: bool) -> str:
    """The imperative; « ensuite » follows the verb and its pronouns."""
    ensuite = " ensuite" if then else ""
    match clause:
        case DrawCards():
            return _draw(clause, ensuite)
        case TakeTop(1):
            return f"prenez{ensuite} la carte du dessus de la défausse"
        case TakeTop(count):
            return f"prenez{ensuite} les {_number(count)} cartes du dessus de la défausse"
        case PlayCards(cards, spot, may):
            place = _place(spot, cards.count != 1)
            verb = _play_verb(spot)
            return f"{_may_play(cards, f'{verb}er', ensuite) if may else _play(cards, f'{verb}ez', ensuite)}{place}"
        case PlayHand(spot, may):
            verb = f"vous pouvez{ensuite} {_play_verb(spot)}er" if may else f"{_play_verb(spot)}ez{ensuite}"
            return f"{verb} {_HAND}{_place(spot, False)}, au lieu de la défausser"
        case DiscardHand():
            return f"défaussez dès maintenant {_HAND}"
        case PutAway(cards):
            return _put_away(cards)
        case PutAwayUnplayed(origin, said):
            return _unplayed(origin, said)
        case OfferRedraw():
            redraw = "défausser sa carte Route pour en piocher une nouvelle"
            if in_block:
                return f"chacun des autres joueurs peut, dans le sens horaire, {redraw}"
            return f"dans le sens horaire, chacun des autres joueurs peut {redraw}"
        case ForceRedraw("others"):
            redraw = "défausse sa carte Route et en pioche une nouvelle"
            if in_block:
                return f"chacun des autres joueurs, dans le sens horaire, {redraw}"
            return f"dans le sens horaire, chacun des autres joueurs {redraw}"
        case ForceRedraw():
            return f"choisissez{ensuite} un autre joueur, qui défausse sa carte Route et en pioche une nouvelle"
        case Steal():
            return f"prenez{ensuite} la carte Route d’un autre joueur de votre choix, qui en pioche une nouvelle"
        case Give():
            return f"au lieu de défausser {_HAND}, donnez-la{ensuite} à un autre joueur, qui défausse la sienne"
        case TakeBack():
            return f"reprenez{ensuite} la carte Route posée en dernier dans la zone de jeu (si elle y est encore)"
        case SwapCastles():
            swap = f"échangez{ensuite} deux châteaux d’un même côté de la zone de jeu"
            so = "après l’échange, les châteaux d’une famille ne doivent ni se faire face ni se toucher à un coin"
            return f"{swap} ({so})" if in_block else f"{swap}. A{so[1:]}"
        case Remove(to=to):
            put, away = ("posez", "sur la défausse") if to == "discard" else ("retirez", "de la partie")
            if in_block:
                return f"{put}{ensuite} {away} une carte Route non recouverte"
            return f"choisissez{ensuite} une carte Route que rien ne recouvre et {put}-la {away}"
        case Turn(quarters=quarters):
            stack = "à une pile entière (ou à une carte isolée)"
            turn = f"donnez{ensuite} {stack} {_ROTATION[quarters]} dans le sens horaire"
            return f"{turn}, {_IGNORING}" if in_block else f"{turn}. Les règles de pousse ne s’appliquent pas ici"
        case PlaceSelf(where, sealed):
            place = f"placez{ensuite} cette carte en travers sur une carte Route"
            if where == "anywhere":
                place = f"placez{ensuite} cette carte{_place('anywhere', False)}"
            elif where == "growth":
                place = f"jouez{ensuite} cette carte selon les règles de pousse, comme une carte Route"
            seal = "ès lors, plus rien ne peut être posé sur cette carte et aucun sort ne l’affecte"
            return place if not sealed else f"{place}{_SEMICOLON} d{seal}" if in_block else f"{place}. D{seal}"
        case MoveTop(where=where):
            return f"déplacez{ensuite} une carte Route non recouverte {_MOVE[where]}"
        case Swap(target):
            stacks = f"deux piles {'voisines' if target == 'neighbours' else 'entières'} (ou cartes isolées)"
            return f"échangez{ensuite} {stacks} sans les tourner et {_IGNORING}"
        case Clear(kind):
            on_a_card = f"posez{ensuite} un jeton (ou une pièce) sur une carte Route non recouverte"
            return f"{on_a_card}, afin que ses {_BREAKS[kind]} ne comptent plus"
        case Peek(count):
            top = f"les {_number(count)} cartes du dessus de la pioche"
            return f"regardez{ensuite} {top} et remettez-les dessus dans l’ordre de votre choix"
        case NeighbourMisses(turns):
            return f"le joueur à votre gauche passe {'un tour' if turns == 1 else f'{_number(turns)} tours'}"
        case MissTurn():
            return f"choisissez{ensuite} un autre joueur, qui passe un tour"
        case ExtraTurn():
            return "après ce tour, jouez-en un autre, au début duquel vous ne pouvez pas gagner"
        case Protect(target):
            protect = f"protégez{ensuite} un emplacement jusqu’au début de votre prochain tour"
            so = _PROTECTED[target]
            return f"{protect} ({so})" if in_block else f"{protect}{_COLON} {so}"


def _draw(clause: DrawCards, ensuite: str) -> str:
    number = _number(clause.count)
    other = "autre" if clause.count == 1 else "autres"
    cards = "carte Route" if clause.count == 1 else "cartes Route"
    if clause.short:
        return f"piochez-en{ensuite} {number} {other}"
    return f"piochez{ensuite} {number} {f'{other} ' if clause.more else ''}{cards}"


def _place(spot: PlayedWhere, many: bool) -> str:
    match spot:
        case "growth":
            return " selon les règles de pousse"
        case "empty":
            field = "des emplacements vides" if many else "un emplacement vide"
            return f" sur {field}, selon les règles de pousse"
        case "anywhere":
            field = "n’importe quels emplacements" if many else "n’importe quel emplacement"
            return f" sur {field} (en travers s’il s’y trouve une carte), {_IGNORING}"
    return f"{', l’une après l’autre,' if many else ''} en travers sur {_ON[spot]}"


def _play_verb(spot: PlayedWhere) -> str:
    """By the growth rules a card is played, elsewhere it is placed."""
    return "jou" if spot in ("growth", "empty") else "plac"


def _play(cards: Cards, verb: str, ensuite: str) -> str:
    """The verb with its object, which is a pronoun for cards just named: jouez-la, jouez-en une."""
    if cards.said == "just":
        return _pronoun(verb, cards)
    if cards.said == "rest" and not cards.whole:
        return f"{verb}-en{ensuite} encore {_number(cards.count or 0)}"
    return f"{verb}{ensuite} {_which(cards)}"


def _may_play(cards: Cards, verb: str, ensuite: str) -> str:
    """What may be played and need not: one card or none, or any number up to a limit."""
    begin = f"vous pouvez{ensuite}"
    one, both = cards.count == 1, cards.whole and cards.count == 2
    limit = "autant que vous voulez" if cards.count is None else f"jusqu’à {_number(cards.count)}"
    match cards.said:
        case "just":
            if one and cards.whole:
                return f"{begin} la {verb}"
            return f"{begin} en {verb} {'une' if one else 'une ou deux' if both else limit}"
        case "rest":
            if one:
                return f"{begin} {verb} {_which(cards)}" if cards.whole else f"{begin} en {verb} encore une"
            return f"{begin} en {verb} encore {'une ou deux' if both else limit}"
    if one:
        return f"{begin} {verb} {_which(cards)}"
    if both:
        return f"{begin} {verb} l’une de {_named(cards, 2)} ou les deux"
    if cards.count is None:
        return f"{begin} {verb} autant de {_named(cards, 2)} que vous voulez"
    return f"{begin} {verb} {limit} de {_named(cards, 2)}"


def _pronoun(verb: str, cards: Cards) -> str:
    match cards:
        case Cards(whole=True, count=1):
            return f"{verb}-la"
        case Cards(whole=True, count=None):
            return f"{verb}-les toutes"
        case Cards(whole=True, count=count):
            return f"{verb}-les toutes les {_number(count or 0)}"
    return f"{verb}-en {_number(cards.count or 0)}"


def _which(cards: Cards) -> str:
    match cards:
        case Cards(whole=True, count=1):
            rest = "l’autre" if cards.of_two else "la dernière"
            return rest if cards.said == "rest" else _named(cards, 1)
        case Cards(whole=True, count=None):
            return "toutes les autres" if cards.said == "rest" else f"toutes {_named(cards, 2)}"
        case Cards(whole=True, count=count):
            number = _number(count or 0)
            return f"les {number} autres" if cards.said == "rest" else _named(cards, 2, f"{number} ")
    number = "l’une" if cards.count == 1 else _number(cards.count or 0)
    return f"{number} de {_named(cards, 2)}"


def _named(cards: Cards, count: int, number: str = "") -> str:
    """« votre carte piochée », « vos deux cartes piochées restantes »: everything takes the plural."""
    s, votre = ("", "votre") if count == 1 else ("s", "vos")
    participle = "piochée" if cards.origin == "drawn" else "récupérée"
    return f"{votre} {number}carte{s} {participle}{s}{f' restante{s}' if cards.fewer else ''}"


def _put_away(cards: Cards) -> str:
    one = cards.count == 1
    what = "-la" if one else "-les"
    if cards.said == "rest":
        what = f" {_which(cards)}" if one else " les autres"
    elif cards.said == "anew":
        what = f" {_named(cards, cards.count or 0)}"
    return f"défaussez{what}"


def _unplayed(origin: str, said: str) -> str:
    if said == "it":
        return "sinon, défaussez-la"
    if said == "them":
        return "défaussez le reste"
    return f"défaussez les cartes {'piochées' if origin == 'drawn' else 'récupérées'} que vous n’avez pas jouées"
