"""The essential shape of SARIF 2.1.0: what a reader of our reports may rely on, as a JSON Schema of our own.

No package ships the official schema, so this one says of each object that we write which properties SARIF gives it,
which of them it demands, and what they may hold. Whatever it does not know is an error.
"""

from __future__ import annotations

from typing import Any


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, "uniqueItems": True}


TEXT = {"type": "string", "minLength": 1}
FROM_1 = {"type": "integer", "minimum": 1}
MESSAGE = _object(["text"], text=TEXT)
RULE = _object(["id"], id=TEXT, shortDescription=MESSAGE, fullDescription=MESSAGE, help=MESSAGE, helpUri=TEXT)
REGION = _object([], startLine=FROM_1, startColumn=FROM_1, endLine=FROM_1, endColumn=FROM_1)
URI = {"type": "string", "pattern": r"^[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+$"}
LOCATION = _object(
    [],
    physicalLocation=_object(["artifactLocation"], artifactLocation=_object(["uri"], uri=URI), region=REGION),
    logicalLocations=_list(_object([], fullyQualifiedName=TEXT)),
)
RESULT = _object(
    ["message"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level={"enum": ["none", "note", "warning", "error"]},
    message=MESSAGE,
    locations=_list(LOCATION),
)
DRIVER = _object(["name"], name=TEXT, version=TEXT, informationUri=TEXT, rules=_list(RULE))
RUN = _object(
    ["tool"],
    tool=_object(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results={"type": "array", "items": RESULT},
)
SARIF = _object(
    ["version", "runs"],
    **{"$schema": TEXT, "version": {"const": "2.1.0"}, "runs": {"type": "array", "items": RUN, "minItems": 1}},
)
