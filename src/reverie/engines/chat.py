"""Any server that speaks OpenAI's /v1/chat/completions: OpenAI itself, Ollama, vLLM, llama.cpp. The answer is held to
a JSON schema by the server where it can do that; it is checked here either way by whoever asked."""

from __future__ import annotations

import json
from typing import Any

from reverie.engines.errors import ModelNonsense
from reverie.engines.wire import Wire, address
from reverie.records.engines import Question, Reply

LARGEST = 4 << 20  # bytes of an answer
NO_TEXT = "its message has no text"


class ChatModel:
    """One model behind one address, such as http://localhost:11434/v1."""

    def __init__(self, base_url: str, model: str, *, key: str = "") -> None:
        place = address(base_url)
        self._model, self._host = model, place.netloc
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        url = place.geturl().rstrip("/") + "/chat/completions"
        self._wire = Wire(url, headers, model=model, secret=key, limit=LARGEST)

    @property
    def name(self) -> str:
        return f"{self._model}@{self._host}"

    def ask(self, question: Question, seconds: float) -> Reply:
        form = {"name": "answer", "strict": True, "schema": question.schema}
        told = {
            "model": self._model,
            "messages": [
                {"role": "system", "content": question.system},
                {"role": "user", "content": question.text},
            ],
            **self._manner(question.most),
            "response_format": {"type": "json_schema", "json_schema": form},
        }
        raw = self._wire.post(json.dumps(told).encode(), seconds)
        try:
            return _reply(json.loads(raw))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            raise ModelNonsense(url=self._wire.url, model=self._model, reason=nonsense(error)) from error

    def _manner(self, most: int) -> dict[str, int]:
        """OpenAI's newer models take no temperature and know only the new name of the limit; everybody else's servers
        know at least the old one."""
        if self._host == "api.openai.com":
            return {"max_completion_tokens": most}
        return {"max_tokens": most, "temperature": 0}


def _reply(answer: Any) -> Reply:
    text = answer["choices"][0]["message"]["content"]
    if not isinstance(text, str):
        raise ValueError(NO_TEXT)
    usage = answer.get("usage") or {}
    return Reply(text, count(usage.get("prompt_tokens")), count(usage.get("completion_tokens")))


def count(value: object) -> int | None:
    """A number of tokens as a provider tells it; what is none is not believed."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 40 else None


def nonsense(error: Exception) -> str:
    """What is wrong with an answer, for a person; never its own words."""
    if isinstance(error, (json.JSONDecodeError, UnicodeDecodeError, RecursionError)):
        return "what came is no JSON that can be read"
    return str(error) if str(error) == NO_TEXT else "what came has another form"
