"""What schemathesis can't know: a refusal has HTTP status 200, so a call without a session is told by its code."""

import os

import schemathesis

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
