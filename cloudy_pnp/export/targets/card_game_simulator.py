"""`card-game-simulator/<game>/`: cgs.json, cards, decks, pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind

DPI = 200
_MOST = 2048  # pixels of a board


class CgsExporter:
    """A folder that the program opens directly, or from an address."""

    name = "card-game-simulator"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the folder, unless there are no cards."""
        if not context.prints(ComponentKind.CARD):
            return {}
        options = context.request.export
        return {f"{context.folder}/{self.name}/": fingerprint.of_data([context.look, options.dpi, options.images_at])}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write all files."""
        from cloudy_pnp.draw.pixels import PictureFormat, Shot, take
        from cloudy_pnp.export.pictures.things import things_of
        from cloudy_pnp.export.tabletop.cgs import CgsGame
        from cloudy_pnp.export.tabletop.setting import setting_of

        options = job.request.export
        for top, key in groups.items():
            folder = f"{top}{job.game_id}/"
            setting = setting_of(job.deck.printed.name, things_of(job))
            game = CgsGame(job.game_id, job.lang, setting, options.images_at)
            pictures = {f"sets/{job.game_id}/{name}.png": picture for name, picture in game.fronts().items()}
            pictures |= {f"backs/{back.name}.png": back for back in game.backs()}
            pictures |= {f"boards/{board.id}.png": board.copies[0].front for board in setting.boards}
            if game.main and (back := game.main.back or game.main.cards[0].copy.back):
                pictures["CardBack.png"] = back
            shots = {}
            for path, picture in pictures.items():
                page = picture.page()
                fine = min((options.dpi or DPI) / 25.4, _MOST / max(page.width, page.height))
                pixels = (max(round(page.width * fine), 1), max(round(page.height * fine), 1))
                shots[path] = Shot(page, pixels, job.place(folder + path), clear=True)
            take(list(shots.values()), PictureFormat.PNG, job.workers)
            for path, shot in shots.items():
                yield job.record(folder + path, key, 1, (shot.page.width, shot.page.height), [])
            texts: dict[str, object] = {
                "cgs.json": game.definition(),
                "AllCards.json": game.cards(),
                "AllSets.json": game.sets(),
            }
            for path, content in texts.items():
                yield job.write(folder + path, key, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())
            files = game.deck_files()
            for deck in setting.decks:
                yield job.write(f"{folder}decks/{files[deck.id]}.txt", key, game.deck(deck).encode())


EXPORTER = CgsExporter()
