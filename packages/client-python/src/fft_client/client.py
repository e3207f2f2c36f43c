from __future__ import annotations

import json
from types import TracebackType
from typing import Any, Literal
from urllib.parse import urlencode

import httpx

from ._call import Call
from ._calls import Calls
from .errors import NetworkError, RefusedError
from .signing import SigningKey


class Client(Calls):
    """Calls over HTTP, by area: `await client.trade.create(...)`. A call returns its data or raises `RefusedError` or `NetworkError`."""

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None = None,
        key: SigningKey | None = None,
        lang: Literal["en", "zh"] = "en",
        timeout: float = 60.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(self._send)
        self.base_url = base_url.rstrip("/")
        # The session's token: set it after a log-in.
        self.token = token
        self.key = key
        self.lang = lang
        # Its cookies recognise the device at the next log-in.
        self._http = http or httpx.AsyncClient(timeout=timeout)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def _send(self, call: Call, fields: dict[str, Any]) -> Any:
        try:
            response = await self._http.send(self._request(call, fields))
        except httpx.TimeoutException as error:
            raise NetworkError("timeout", f"{call.path} timed out") from error
        except httpx.HTTPError as error:
            raise NetworkError("unreachable", f"{call.path}: the server is unreachable") from error
        return _data_of(call, response)

    def _request(self, call: Call, fields: dict[str, Any]) -> httpx.Request:
        key = None if call.auth == "none" else self.key
        headers = {"accept": "application/json", **(key.headers if key else {"access-token": self.token or ""})}
        url = self.base_url + call.path
        if call.multipart:
            query = urlencode({"lang": self.lang})
            files = {"file": ("file", fields["file"])}
            return self._http.build_request("POST", f"{url}?{query}", headers=headers, files=files)
        texts = {name: _text(value) for name, value in fields.items() if value is not None}
        in_query = {name: texts.pop(name) for name in call.query if name in texts}
        text, query = urlencode({**texts, "lang": self.lang}), urlencode(in_query)
        signed = key.signed_text(text, query) if key else text
        if call.method == "GET":
            return self._http.build_request("GET", f"{url}?{signed}", headers=headers)
        headers["content-type"] = "application/x-www-form-urlencoded"
        return self._http.build_request("POST", f"{url}?{query}" if query else url, headers=headers, content=signed)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _data_of(call: Call, response: httpx.Response) -> Any:
    try:
        envelope = response.json()
        code, message, data = envelope["code"], envelope["message"], envelope["data"]
    except (ValueError, KeyError, TypeError) as error:
        raise NetworkError("unreadable", f"{call.path} (HTTP {response.status_code}) has no envelope") from error
    if code != 200 or not response.is_success:
        raise RefusedError(code, message, data)
    return data
