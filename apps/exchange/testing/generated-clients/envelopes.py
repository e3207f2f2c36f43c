"""What schemathesis can't know: a refusal has HTTP status 200, so wrong data and calls without a session are told by their code."""

import os

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection

TOKEN = os.environ["FFT_TOKEN"]
# Ends the session that it is sent with: it gets one that nobody else uses.
LOGOUT = "/api/passport/logout.html"


@schemathesis.auth()
class Session:
    def get(self, case, context):
        return TOKEN

    def set(self, case, data, context):
        case.headers["access-token"] = os.environ["FFT_SPARE_TOKEN"] if case.path == LOGOUT else data


@schemathesis.check
def envelope(ctx, response, case):
    """Every answer is an envelope, whose code is its status unless that is 200."""
    body = response.json()
    assert set(body) == {"code", "message", "data"}, body
    assert response.status_code in (200, body["code"]), body
    assert body["code"] != 500, body


@schemathesis.check
def refusal(ctx, response, case):
    """Wrong data get no success. Schemathesis' own check knows which data are wrong after all; it has no status of success in its settings."""
    if response.json()["code"] == 200:
        negative_data_rejection(ctx, response, case)
