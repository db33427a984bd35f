"""Anthropic's Messages API. Answers are held to a JSON schema by `output_config.format`."""

from __future__ import annotations

import json
from typing import Any

from reverie.engines.chat import LARGEST, NO_TEXT, count, nonsense
from reverie.engines.errors import ModelNonsense
from reverie.engines.wire import Wire, address
from reverie.records.engines import Question, Reply

ADDRESS = "https://api.anthropic.com"
VERSION = "2023-06-01"
_UNKNOWN = ("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum")  # it refuses schemas that use these


class MessagesModel:
    """One model of Anthropic's, or of a server that speaks like it."""

    def __init__(self, model: str, *, key: str, base_url: str = ADDRESS) -> None:
        place = address(base_url)
        self._model, self._host = model, place.netloc
        url = place.geturl().rstrip("/").removesuffix("/v1") + "/v1/messages"
        headers = {"anthropic-version": VERSION, **({"x-api-key": key} if key else {})}
        self._wire = Wire(url, headers, model=model, secret=key, limit=LARGEST)

    @property
    def name(self) -> str:
        return f"{self._model}@{self._host}"

    def ask(self, question: Question, seconds: float) -> Reply:
        told = {
            "model": self._model,
            "max_tokens": question.most,
            "system": question.system,
            "messages": [{"role": "user", "content": question.text}],
            "output_config": {"format": {"type": "json_schema", "schema": plain(question.schema)}},
        }
        raw = self._wire.post(json.dumps(told).encode(), seconds)
        try:
            return _reply(json.loads(raw))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            raise ModelNonsense(url=self._wire.url, model=self._model, reason=nonsense(error)) from error


def plain(schema: Any) -> Any:
    """The schema without what this API does not know; lengths are checked by whoever asked."""
    if isinstance(schema, dict):
        return {name: plain(value) for name, value in schema.items() if name not in _UNKNOWN}
    return [plain(one) for one in schema] if isinstance(schema, list) else schema


def _reply(answer: Any) -> Reply:
    parts = [part["text"] for part in answer["content"] if part.get("type") == "text"]
    if not parts or not all(isinstance(part, str) for part in parts):
        raise ValueError(NO_TEXT)
    usage = answer.get("usage") or {}
    read = [count(usage.get(name)) or 0 for name in _READ]
    told = count(usage.get("input_tokens"))
    return Reply("".join(parts), sum(read) if told is not None else None, count(usage.get("output_tokens")))


_READ = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
