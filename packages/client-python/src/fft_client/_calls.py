"""Generated from the contract by `npm run python-client`: change the contract, not this file."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, List, Literal

from . import _models as m
from ._call import Call

Caller = Callable[[Call, dict[str, Any]], Awaitable[Any]]


class Area:
    """The calls of one area."""

    def __init__(self, call: Caller) -> None:
        self._call = call


class AddressesCalls(Area):
    async def list(self, *, coin: str | None = None, chain: str | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.AddressesListAnswer:
        """Lists my saved withdrawal addresses, newest first."""
        answer: m.AddressesListAnswer = await self._call(Call("GET", "/api/user_wallet.html", "required", acts=False), {"coin": coin, "chain": chain, "limit": limit, "cursor": cursor})
        return answer

    async def create(self, *, coin: str, chain: str, name: str, address: str, payPassword: str, memo: Literal[""] | str | None = None) -> m.AddressesCreateAnswer:
        """Saves a withdrawal address. The address is validated for its chain, requires the transaction password, and can be used after a wait: 24 hours by default (`rules.withdrawalWaitSeconds` of my profile)."""
        answer: m.AddressesCreateAnswer = await self._call(Call("POST", "/api/user_wallet/create.html", "required"), {"coin": coin, "chain": chain, "name": name, "address": address, "payPassword": payPassword, "memo": memo})
        return answer

    async def delete(self, *, id: str) -> None:
        """Deletes a saved address. Withdrawals in progress are not affected."""
        answer: None = await self._call(Call("POST", "/api/user_wallet/delete.html", "required"), {"id": id})
        return answer


class AssetsCalls(Area):
    async def overview(self) -> m.AssetsOverviewAnswer:
        """Returns all my balances and their valuation."""
        answer: m.AssetsOverviewAnswer = await self._call(Call("GET", "/api/assets/index.html", "required", acts=False), {})
        return answer

    async def worth(self) -> m.AssetsWorthAnswer:
        """Returns the hourly value of my assets over the last 24 hours, at the prices of each hour, and the gain or loss. Deposits and withdrawals do not count as gain."""
        answer: m.AssetsWorthAnswer = await self._call(Call("GET", "/api/assets/worth.html", "required", acts=False), {})
        return answer

    async def coin_statement(self, *, coin: str | None = None, type: Literal["deposit", "withdraw", "trade", "fee", "transfer", "adjust", "reward", "bankDeposit", "bankPayout"] | None = None, from_: float | str | None = None, to: float | str | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.AssetsCoinStatementAnswer:
        """Lists the statement of my coin account, newest first. A page may be shorter than `limit`; there are more lines as long as `next` is not null."""
        answer: m.AssetsCoinStatementAnswer = await self._call(Call("GET", "/api/assets/coinbill.html", "required", acts=False), {"coin": coin, "type": type, "from": from_, "to": to, "limit": limit, "cursor": cursor})
        return answer

    async def fiat_statement(self, *, coin: str | None = None, type: Literal["deposit", "withdraw", "trade", "fee", "transfer", "adjust", "reward", "bankDeposit", "bankPayout"] | None = None, from_: float | str | None = None, to: float | str | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.AssetsCoinStatementAnswer:
        """Lists the statement of my fiat account, newest first. A page may be shorter than `limit`; there are more lines as long as `next` is not null."""
        answer: m.AssetsCoinStatementAnswer = await self._call(Call("GET", "/api/assets/encybill.html", "required", acts=False), {"coin": coin, "type": type, "from": from_, "to": to, "limit": limit, "cursor": cursor})
        return answer

    async def statement_file(self, *, account: Literal["coin", "fiat"] | None = None, coin: str | None = None, type: Literal["deposit", "withdraw", "trade", "fee", "transfer", "adjust", "reward", "bankDeposit", "bankPayout"] | None = None, from_: float | str | None = None, to: float | str | None = None, cursor: str | None = None) -> m.AssetsStatementFileAnswer:
        """Exports a statement as CSV in my language (UTF-8 with a byte order mark, safe to open in a spreadsheet), newest first, up to 2,000 lines; `next` is the cursor of the following lines."""
        answer: m.AssetsStatementFileAnswer = await self._call(Call("GET", "/api/assets/statement.html", "required", acts=False), {"account": account, "coin": coin, "type": type, "from": from_, "to": to, "cursor": cursor})
        return answer

    async def start_export(self, *, account: Literal["coin", "fiat"] | None = None, coin: str | None = None, type: Literal["deposit", "withdraw", "trade", "fee", "transfer", "adjust", "reward", "bankDeposit", "bankPayout"] | None = None, from_: float | str | None = None, to: float | str | None = None) -> m.AssetsStartExportAnswer:
        """Starts an export of a whole statement to one CSV file in my language, with everything that is in the archive. The same request within an hour continues or returns the first one; another is refused while one is under way."""
        answer: m.AssetsStartExportAnswer = await self._call(Call("POST", "/api/assets/export.html", "required"), {"account": account, "coin": coin, "type": type, "from": from_, "to": to})
        return answer

    async def export_state(self, *, id: str) -> m.AssetsStartExportAnswer:
        """Returns the progress of an export. A file is kept for a day."""
        answer: m.AssetsStartExportAnswer = await self._call(Call("GET", "/api/assets/export-state.html", "required", acts=False), {"id": id})
        return answer

    async def export_part(self, *, id: str, part: float | str) -> m.AssetsExportPartAnswer:
        """Returns a part of an export that is done, from 0 on: the file is all parts, one after the other (UTF-8 with a byte order mark, safe to open in a spreadsheet)."""
        answer: m.AssetsExportPartAnswer = await self._call(Call("GET", "/api/assets/export-part.html", "required", acts=False), {"id": id, "part": part})
        return answer


class AuthCalls(Area):
    async def request_registration_code(self, *, email: str) -> m.AuthRequestRegistrationCodeAnswer:
        """Sends a registration code. The response is the same whether or not the address is registered."""
        answer: m.AuthRequestRegistrationCodeAnswer = await self._call(Call("POST", "/api/passport/regemail.html", "none"), {"email": email})
        return answer

    async def register(self, *, email: str, code: str, password: str, passwordConfirm: str, flow: str | None = None, inviteCode: str | None = None, keep: bool | Literal["true", "false"] | None = None) -> m.AuthRegisterAnswer:
        """Registers a customer and starts a session."""
        answer: m.AuthRegisterAnswer = await self._call(Call("POST", "/api/passport/reg.html", "none"), {"email": email, "code": code, "password": password, "passwordConfirm": passwordConfirm, "flow": flow, "inviteCode": inviteCode, "keep": keep})
        return answer

    async def login(self, *, email: str, password: str, totp: str | None = None, keep: bool | Literal["true", "false"] | None = None) -> m.AuthRegisterAnswer:
        """Starts a session. If the account has a second factor and `totp` is missing, the call returns code 1105."""
        answer: m.AuthRegisterAnswer = await self._call(Call("POST", "/api/passport/login.html", "none"), {"email": email, "password": password, "totp": totp, "keep": keep})
        return answer

    async def begin_passkey_login(self) -> m.AuthBeginPasskeyLoginAnswer:
        """Returns the options for `navigator.credentials.get`, to log in with a passkey."""
        answer: m.AuthBeginPasskeyLoginAnswer = await self._call(Call("POST", "/api/passport/passkeybegin.html", "none"), {})
        return answer

    async def login_by_passkey(self, *, response: dict[str, Any], keep: bool | Literal["true", "false"] | None = None) -> m.AuthRegisterAnswer:
        """Starts a session with a passkey, which replaces password and second factor."""
        answer: m.AuthRegisterAnswer = await self._call(Call("POST", "/api/passport/passkey.html", "none"), {"response": response, "keep": keep})
        return answer

    async def request_password_reset(self, *, email: str) -> m.AuthRequestRegistrationCodeAnswer:
        """Sends a password reset code. The response is the same for unknown addresses."""
        answer: m.AuthRequestRegistrationCodeAnswer = await self._call(Call("POST", "/api/passport/foremail.html", "none"), {"email": email})
        return answer

    async def reset_password(self, *, email: str, code: str, password: str, passwordConfirm: str, flow: str | None = None) -> None:
        """Resets a forgotten password. Ends all sessions and suspends withdrawals for a time: 24 hours by default."""
        answer: None = await self._call(Call("POST", "/api/passport/forget.html", "none"), {"email": email, "code": code, "password": password, "passwordConfirm": passwordConfirm, "flow": flow})
        return answer

    async def logout(self) -> None:
        """Ends this session."""
        answer: None = await self._call(Call("POST", "/api/passport/logout.html", "required"), {})
        return answer


class BanksCalls(Area):
    async def details(self, *, coin: str | None = None) -> List[m.BanksDetailsAnswerItem]:
        """Lists the currencies that I can send by bank transfer, with the accounts to send to and my reference."""
        answer: List[m.BanksDetailsAnswerItem] = await self._call(Call("GET", "/api/bank/details.html", "required", acts=False), {"coin": coin})
        return answer

    async def deposits(self, *, coin: str | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.BanksDepositsAnswer:
        """Lists the bank transfers that arrived for me, newest first."""
        answer: m.BanksDepositsAnswer = await self._call(Call("GET", "/api/bank/deposits.html", "required", acts=False), {"coin": coin, "limit": limit, "cursor": cursor})
        return answer

    async def accounts(self, *, coin: str | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.BanksAccountsAnswer:
        """Lists my saved bank accounts, newest first."""
        answer: m.BanksAccountsAnswer = await self._call(Call("GET", "/api/bank/accounts.html", "required", acts=False), {"coin": coin, "limit": limit, "cursor": cursor})
        return answer

    async def add_account(self, *, coin: str, name: str, kind: Literal["iban", "cn", "us"], number: str, payPassword: str, bank: str | None = None) -> m.BanksAddAccountAnswer:
        """Saves a bank account in my own, verified name. Requires the transaction password. It can be used after a waiting time."""
        answer: m.BanksAddAccountAnswer = await self._call(Call("POST", "/api/bank/addaccount.html", "required"), {"coin": coin, "name": name, "kind": kind, "number": number, "payPassword": payPassword, "bank": bank})
        return answer

    async def remove_account(self, *, id: str) -> None:
        """Deletes a saved bank account. Payouts under way are unaffected."""
        answer: None = await self._call(Call("POST", "/api/bank/removeaccount.html", "required"), {"id": id})
        return answer

    async def payout_options(self) -> List[m.BanksPayoutOptionsAnswerItem]:
        """Lists the currencies that I can pay out to a bank account, with limits and the bank’s cut-off time and holidays."""
        answer: List[m.BanksPayoutOptionsAnswerItem] = await self._call(Call("GET", "/api/bank/payoutoptions.html", "required", acts=False), {})
        return answer

    async def send_payout_code(self, *, coin: str, amount: str, accountId: str) -> m.AuthRequestRegistrationCodeAnswer:
        """Sends a code that is valid for this payout only: the same currency, amount and bank account."""
        answer: m.AuthRequestRegistrationCodeAnswer = await self._call(Call("GET", "/api/bank/payoutcode.html", "required"), {"coin": coin, "amount": amount, "accountId": accountId})
        return answer

    async def submit_payout(self, *, requestId: str, coin: str, amount: str, accountId: str, code: str, payPassword: str, flow: str | None = None, totp: str | None = None) -> m.BanksSubmitPayoutAnswer:
        """Pays out to a saved bank account of mine. Requires the code sent for this payout, the transaction password, and the second factor if one is set. The money is frozen immediately. Repeating a requestId with the same body returns the same payout in its current state."""
        answer: m.BanksSubmitPayoutAnswer = await self._call(Call("POST", "/api/bank/payout.html", "required"), {"requestId": requestId, "coin": coin, "amount": amount, "accountId": accountId, "code": code, "payPassword": payPassword, "flow": flow, "totp": totp})
        return answer

    async def payouts(self, *, coin: str | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.BanksPayoutsAnswer:
        """Lists my payouts, newest first."""
        answer: m.BanksPayoutsAnswer = await self._call(Call("GET", "/api/bank/payouts.html", "required", acts=False), {"coin": coin, "limit": limit, "cursor": cursor})
        return answer

    async def cancel_payout(self, *, id: str) -> m.BanksSubmitPayoutAnswer:
        """Cancels a payout in review and releases the money."""
        answer: m.BanksSubmitPayoutAnswer = await self._call(Call("POST", "/api/bank/cancelpayout.html", "required"), {"id": id})
        return answer


class CandlesCalls(Area):
    async def list(self, *, symbol: str, interval: Literal["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w", "1M"], from_: float | str | None = None, to: float | str | None = None, limit: float | str | None = None) -> List[List[int | str]]:
        """Returns the newest `limit` candles that start between `from` and `to`, oldest first, including the current one. To page back, set `to` just before the oldest candle; an empty page means that there are no earlier trades."""
        answer: List[List[int | str]] = await self._call(Call("GET", "/api/kline.html", "none", acts=False), {"symbol": symbol, "interval": interval, "from": from_, "to": to, "limit": limit})
        return answer

    async def chart_data(self, *, symbol: str) -> m.CandlesChartDataAnswer:
        """Returns the data shown beside a chart: the ticker, the best 20 levels of each side of the book, and the latest 50 trades."""
        answer: m.CandlesChartDataAnswer = await self._call(Call("GET", "/api/kline/details.html", "none", acts=False), {"symbol": symbol})
        return answer


class CoinsCalls(Area):
    async def list(self) -> List[m.CoinsListAnswerItem]:
        """Lists all coins and currencies with their names in both languages and the words that a search finds them by."""
        answer: List[m.CoinsListAnswerItem] = await self._call(Call("GET", "/api/market/coins.html", "none", acts=False), {})
        return answer


class ContentCalls(Area):
    async def list(self, *, kind: Literal["system", "notice", "account"] | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.ContentListAnswer:
        """Lists inbox messages, newest first, in my language. Messages of kind `account` require a session."""
        answer: m.ContentListAnswer = await self._call(Call("GET", "/api/content.html", "optional", acts=False), {"kind": kind, "limit": limit, "cursor": cursor})
        return answer

    async def detail(self, *, id: str) -> m.ContentDetailAnswer:
        """Returns one message with its text as sanitized HTML, and marks it as read."""
        answer: m.ContentDetailAnswer = await self._call(Call("GET", "/api/content/detail.html", "optional", acts=False), {"id": id})
        return answer

    async def unread(self) -> m.ContentUnreadAnswer:
        """Returns the number of my unread messages; 100 if there are more."""
        answer: m.ContentUnreadAnswer = await self._call(Call("GET", "/api/content/unread.html", "required", acts=False), {})
        return answer

    async def mark_all_read(self) -> None:
        """Marks all messages as read."""
        answer: None = await self._call(Call("POST", "/api/content/readall.html", "required"), {})
        return answer

    async def about(self) -> m.ContentAboutAnswer:
        """Returns the name, version, description (sanitized HTML) and links of this exchange."""
        answer: m.ContentAboutAnswer = await self._call(Call("GET", "/api/content/about.html", "none", acts=False), {})
        return answer


class ConvertCalls(Area):
    async def quote(self, *, from_: str, to: str, amount: str) -> m.ConvertQuoteAnswer:
        """Quotes what an amount of one coin buys of another, over the market that has both, or over two markets with a coin between. Nothing is reserved."""
        answer: m.ConvertQuoteAnswer = await self._call(Call("GET", "/api/trade/quote.html", "required", acts=False), {"from": from_, "to": to, "amount": amount})
        return answer

    async def execute(self, *, clientId: str, from_: str, to: str, amount: str, receiveMin: str) -> m.ConvertExecuteAnswer:
        """Converts an amount of one coin into another, as one act: whole and with at least the amount to receive, or not at all. Repeating a clientId answers with the conversion that it made."""
        answer: m.ConvertExecuteAnswer = await self._call(Call("POST", "/api/trade/convert.html", "required"), {"clientId": clientId, "from": from_, "to": to, "amount": amount, "receiveMin": receiveMin})
        return answer


class DemoCalls(Area):
    async def market(self) -> m.DemoMarketAnswer:
        """Returns true in `isMadeUp` if prices, quotes and trades are simulated. Clients must say so wherever they show them."""
        answer: m.DemoMarketAnswer = await self._call(Call("GET", "/demo/market.json", "none", acts=False), {})
        return answer

    async def mailbox(self, *, to: str | None = None) -> List[m.DemoMailboxAnswerItem]:
        """Lists the e-mails sent by the demo, newest first; only those to one address if `to` is given."""
        answer: List[m.DemoMailboxAnswerItem] = await self._call(Call("GET", "/demo/mailbox.json", "none", acts=False), {"to": to})
        return answer

    async def faucet(self, *, requestId: str, coin: str, amount: str) -> m.DemoFaucetAnswer:
        """Credits demo coins, worth up to 100,000 USDT a day."""
        answer: m.DemoFaucetAnswer = await self._call(Call("POST", "/demo/faucet.json", "required"), {"requestId": requestId, "coin": coin, "amount": amount})
        return answer

    async def bank(self) -> m.DemoBankAnswer:
        """Returns what the demo’s sandbox bank knows: the exchange’s accounts there, what was sent to them, and what came from them."""
        answer: m.DemoBankAnswer = await self._call(Call("GET", "/demo/bank.json", "none", acts=False), {})
        return answer

    async def bank_send(self, *, coin: str, amount: str, name: str, number: str | None = None, text: str | None = None) -> None:
        """Sends money from the demo’s sandbox bank to the exchange’s account in this currency. It arrives with a statement, seconds later."""
        answer: None = await self._call(Call("POST", "/demo/bank/send.json", "none"), {"coin": coin, "amount": amount, "name": name, "number": number, "text": text})
        return answer

    async def bank_return(self, *, endToEnd: str) -> None:
        """Sends a payment of the exchange back, as a bank does whose customer closed the account."""
        answer: None = await self._call(Call("POST", "/demo/bank/return.json", "none"), {"endToEnd": endToEnd})
        return answer


class DepositsCalls(Area):
    async def coins(self) -> List[m.DepositsCoinsAnswerItem]:
        """Lists the coins that can be deposited and their networks; coins without an available network come last."""
        answer: List[m.DepositsCoinsAnswerItem] = await self._call(Call("GET", "/api/assets/conis.html", "required", acts=False), {})
        return answer

    async def address(self, *, coin: str, chain: str) -> m.DepositsAddressAnswer:
        """Returns my deposit address for a coin and network, and recent deposits to it."""
        answer: m.DepositsAddressAnswer = await self._call(Call("GET", "/api/assets/conis_read.html", "required", acts=False), {"coin": coin, "chain": chain})
        return answer

    async def history(self, *, coin: str | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.DepositsHistoryAnswer:
        """Lists my on-chain deposits, newest first."""
        answer: m.DepositsHistoryAnswer = await self._call(Call("GET", "/api/assets/deposits.html", "required", acts=False), {"coin": coin, "limit": limit, "cursor": cursor})
        return answer


class FirstStepsCalls(Area):
    async def read(self) -> m.FirstStepsReadAnswer:
        """Returns which first steps I have done, for the checklist of the home page."""
        answer: m.FirstStepsReadAnswer = await self._call(Call("GET", "/api/home/first_steps.html", "required", acts=False), {})
        return answer

    async def close(self) -> None:
        """Closes the checklist of first steps for good."""
        answer: None = await self._call(Call("POST", "/api/home/first_steps_close.html", "required"), {})
        return answer


class HomeCalls(Area):
    async def carousel(self) -> m.HomeCarouselAnswer:
        """Returns the home page's carousel and notices, in the caller's language. A null `image` means that the app draws its own; `link` is an app path or a URL, or null."""
        answer: m.HomeCarouselAnswer = await self._call(Call("GET", "/api/home/spread.html", "none", acts=False), {})
        return answer

    async def rankings(self) -> m.HomeRankingsAnswer:
        """Returns the markets of the home page: featured, top gainers, top losers, and highest turnover in USDT over the last 24 hours."""
        answer: m.HomeRankingsAnswer = await self._call(Call("GET", "/api/home/market_symbols.html", "none", acts=False), {})
        return answer


class IdentityCalls(Area):
    async def read(self) -> m.IdentityReadAnswer:
        """Returns the state of my identity verification."""
        answer: m.IdentityReadAnswer = await self._call(Call("POST", "/api/user/idinfo.html", "required"), {})
        return answer

    async def submit(self, *, nationality: str, name: str, idType: Literal["identity", "passport", "licence"], idNumber: str, front: str, back: str, hand: str) -> m.IdentityReadAnswer:
        """Submits identity documents. `front`, `back` and `hand` (a photo of me holding the document and my signature) are upload ids. Refused while a submission is under review or after one has passed."""
        answer: m.IdentityReadAnswer = await self._call(Call("POST", "/api/user/idauth.html", "required"), {"nationality": nationality, "name": name, "idType": idType, "idNumber": idNumber, "front": front, "back": back, "hand": hand})
        return answer


class KeysCalls(Area):
    async def list(self) -> List[m.KeysListAnswerItem]:
        """Lists my API keys, newest first."""
        answer: List[m.KeysListAnswerItem] = await self._call(Call("GET", "/api/user/apikeys.html", "required", acts=False), {})
        return answer

    async def create(self, *, name: str, rights: str, password: str, code: str, addresses: str | None = None, expires: float | str | None = None, publicKey: str | None = None, flow: str | None = None, totp: str | None = None, payPassword: str | None = None) -> m.KeysCreateAnswer:
        """Creates an API key, by the password, an e-mailed code (type=apiKey) and the second factor if one is set. With `publicKey` (Ed25519, PEM) the key is yours and no secret exists here; without it, `secret` is shown once. The right to withdraw also requires the transaction password and a list of addresses."""
        answer: m.KeysCreateAnswer = await self._call(Call("POST", "/api/user/apikeycreate.html", "required"), {"name": name, "rights": rights, "password": password, "code": code, "addresses": addresses, "expires": expires, "publicKey": publicKey, "flow": flow, "totp": totp, "payPassword": payPassword})
        return answer

    async def revoke(self, *, id: str) -> List[m.KeysListAnswerItem]:
        """Revokes one of my API keys immediately and closes its sockets."""
        answer: List[m.KeysListAnswerItem] = await self._call(Call("POST", "/api/user/apikeyrevoke.html", "required"), {"id": id})
        return answer


class MarketCalls(Area):
    async def list(self) -> List[m.MarketListAnswerItem]:
        """Lists all markets and their rules."""
        answer: List[m.MarketListAnswerItem] = await self._call(Call("GET", "/api/market/symbol.html", "none", acts=False), {})
        return answer

    async def tickers(self, *, group: str | None = None) -> List[m.TickerItem]:
        """Returns the 24-hour tickers of all markets, or of one group."""
        answer: List[m.TickerItem] = await self._call(Call("GET", "/api/market/market_symbols.html", "none", acts=False), {"group": group})
        return answer

    async def rates(self) -> m.MarketRatesAnswer:
        """Returns the value of one USDT in local currencies, for display."""
        answer: m.MarketRatesAnswer = await self._call(Call("GET", "/api/market/rates.html", "none", acts=False), {})
        return answer

    async def time(self) -> m.MarketTimeAnswer:
        """Returns the server time."""
        answer: m.MarketTimeAnswer = await self._call(Call("GET", "/api/time.html", "none", acts=False), {})
        return answer


class NotificationsCalls(Area):
    async def choices(self) -> m.NotificationsChoicesAnswer:
        """Returns which notifications I receive, and by which channel."""
        answer: m.NotificationsChoicesAnswer = await self._call(Call("GET", "/api/notifications/choices.html", "required", acts=False), {})
        return answer

    async def choose(self, *, kind: Literal["fills", "stops", "alerts", "deposits", "withdrawals", "security", "announcements", "halts"], channel: Literal["inApp", "mail", "push", "sms"], on: bool | Literal["true", "false"]) -> m.NotificationsChoicesAnswer:
        """Switches one kind of notification on or off for one channel. Those that are `always` or `never` sent stay so."""
        answer: m.NotificationsChoicesAnswer = await self._call(Call("POST", "/api/notifications/choose.html", "required"), {"kind": kind, "channel": channel, "on": on})
        return answer

    async def set_quiet_hours(self, *, from_: str | None = None, until: str | None = None, timeZone: str | None = None) -> m.NotificationsChoicesAnswer:
        """Sets the hours (HH:MM, in an IANA time zone) in which pushes and e-mails wait; without `from` and `until` there are none. Withdrawals and security never wait."""
        answer: m.NotificationsChoicesAnswer = await self._call(Call("POST", "/api/notifications/quiet.html", "required"), {"from": from_, "until": until, "timeZone": timeZone})
        return answer

    async def set_hide_details(self, *, hide: bool | Literal["true", "false"]) -> m.NotificationsChoicesAnswer:
        """Leaves amounts, prices and addresses out of pushes, or puts them in."""
        answer: m.NotificationsChoicesAnswer = await self._call(Call("POST", "/api/notifications/details.html", "required"), {"hide": hide})
        return answer

    async def subscribe(self, *, endpoint: str, p256dh: str, auth: str) -> m.NotificationsChoicesAnswer:
        """Sends pushes to this device, until its session ends: the endpoint and keys of a `PushSubscription` of a known push service."""
        answer: m.NotificationsChoicesAnswer = await self._call(Call("POST", "/api/notifications/subscribe.html", "required"), {"endpoint": endpoint, "p256dh": p256dh, "auth": auth})
        return answer

    async def unsubscribe(self) -> m.NotificationsChoicesAnswer:
        """Sends no more pushes to the device of this session."""
        answer: m.NotificationsChoicesAnswer = await self._call(Call("POST", "/api/notifications/unsubscribe.html", "required"), {})
        return answer


class ProfitCalls(Area):
    async def summary(self, *, method: Literal["fifo", "average"] | None = None) -> m.ProfitSummaryAnswer:
        """Returns my cost and my realised and unrealised profit in USDT, per coin and per market, as of `time`. While a long history is being counted, `figures` is null and `progress` says how far that is: ask again."""
        answer: m.ProfitSummaryAnswer = await self._call(Call("GET", "/api/assets/profit.html", "required", acts=False), {"method": method})
        return answer

    async def lots(self, *, coin: str, limit: float | str | None = None, cursor: str | None = None) -> m.ProfitLotsAnswer:
        """Lists the lots of a coin that are still there, the oldest first: what leaves is taken from it. As of the last `summary`; USDT has none."""
        answer: m.ProfitLotsAnswer = await self._call(Call("GET", "/api/assets/profit-lots.html", "required", acts=False), {"coin": coin, "limit": limit, "cursor": cursor})
        return answer

    async def history(self, *, span: Literal["week", "month", "quarter", "year", "all"] | None = None) -> m.ProfitHistoryAnswer:
        """Returns the value of my assets in USDT at the ends of days (UTC), at the prices of these moments, and now; with what I had put in. At most 121 points. `points` is null while a long history is being counted, as in `summary`."""
        answer: m.ProfitHistoryAnswer = await self._call(Call("GET", "/api/assets/profit-history.html", "required", acts=False), {"span": span})
        return answer

    async def start_export(self, *, from_: float | str | None = None, to: float | str | None = None) -> m.AssetsStartExportAnswer:
        """Starts a CSV file for tax, in my language: every part of a lot that left within these times, with when it came and left, quantity, cost, proceeds, fee and gain in USDT, first in, first out. Counted from nothing, with what is in the archive. Follow it by `assets.exportState` and read it by `assets.exportPart`; the limits are those of `assets.startExport`."""
        answer: m.AssetsStartExportAnswer = await self._call(Call("POST", "/api/assets/profit-export.html", "required"), {"from": from_, "to": to})
        return answer


class ProofCalls(Area):
    async def liabilities(self) -> List[m.ProofLiabilitiesAnswerItem]:
        """Returns the exchange’s total liabilities of the last days with their root hashes, and its on-chain holdings."""
        answer: List[m.ProofLiabilitiesAnswerItem] = await self._call(Call("GET", "/api/proof/index.html", "none", acts=False), {})
        return answer

    async def inclusion(self, *, day: str | None = None) -> List[m.ProofInclusionAnswerItem]:
        """Returns my inclusion proofs for a day, by default the latest, to verify that my balances are part of the totals."""
        answer: List[m.ProofInclusionAnswerItem] = await self._call(Call("GET", "/api/proof/read.html", "required", acts=False), {"day": day})
        return answer

    async def reserves(self) -> List[m.ProofReservesAnswerItem]:
        """Returns the exchange’s addresses by chain, and their balances at the last check."""
        answer: List[m.ProofReservesAnswerItem] = await self._call(Call("GET", "/api/proof/reserves.html", "none", acts=False), {})
        return answer


class RecurringCalls(Area):
    async def create(self, *, clientId: str, from_: str, to: str, amount: str, every: Literal["day", "week", "month"], hour: float | str, timeZone: str, weekday: float | str | None = None, monthDay: float | str | None = None) -> m.RecurringCreateAnswer:
        """Begins a recurring buy: the server converts a fixed amount every day, week or month, as one all-or-nothing order with the price protection of a conversion. Repeating a clientId with the same body returns the same one."""
        answer: m.RecurringCreateAnswer = await self._call(Call("POST", "/api/trade/recurringcreate.html", "required"), {"clientId": clientId, "from": from_, "to": to, "amount": amount, "every": every, "hour": hour, "timeZone": timeZone, "weekday": weekday, "monthDay": monthDay})
        return answer

    async def change(self, *, id: str, amount: str, every: Literal["day", "week", "month"], hour: float | str, timeZone: str, weekday: float | str | None = None, monthDay: float | str | None = None) -> m.RecurringCreateAnswer:
        """Changes the amount and the times of a recurring buy. One that is paused goes on."""
        answer: m.RecurringCreateAnswer = await self._call(Call("POST", "/api/trade/recurringchange.html", "required"), {"id": id, "amount": amount, "every": every, "hour": hour, "timeZone": timeZone, "weekday": weekday, "monthDay": monthDay})
        return answer

    async def pause(self, *, id: str, paused: bool | Literal["true", "false"]) -> m.RecurringCreateAnswer:
        """Pauses a recurring buy, or lets it go on. Buys that were due meanwhile are not made up for."""
        answer: m.RecurringCreateAnswer = await self._call(Call("POST", "/api/trade/recurringpause.html", "required"), {"id": id, "paused": paused})
        return answer

    async def resume(self) -> List[m.RecurringResumeAnswerItem]:
        """Lets all my recurring buys go on that a password reset paused, or another act that secured the account. Lists my recurring buys."""
        answer: List[m.RecurringResumeAnswerItem] = await self._call(Call("POST", "/api/trade/recurringresume.html", "required"), {})
        return answer

    async def remove(self, *, id: str) -> None:
        """Deletes a recurring buy. What it bought stays."""
        answer: None = await self._call(Call("POST", "/api/trade/recurringremove.html", "required"), {"id": id})
        return answer

    async def list(self) -> List[m.RecurringResumeAnswerItem]:
        """Lists my recurring buys, newest first."""
        answer: List[m.RecurringResumeAnswerItem] = await self._call(Call("GET", "/api/trade/recurring.html", "required", acts=False), {})
        return answer

    async def history(self, *, id: str, limit: float | str | None = None, cursor: str | None = None) -> m.RecurringHistoryAnswer:
        """Lists the buys of one recurring buy, newest first, with those that were skipped."""
        answer: m.RecurringHistoryAnswer = await self._call(Call("GET", "/api/trade/recurringhistory.html", "required", acts=False), {"id": id, "limit": limit, "cursor": cursor})
        return answer


class ScaledCalls(Area):
    async def preview(self, *, symbol: str, side: Literal["buy", "sell"], low: str, high: str, quantity: str, levels: float | str, sizes: Literal["equal", "increasing", "decreasing"] | None = None) -> m.ScaledPreviewAnswer:
        """Returns the limit orders that a scaled order would place now, with their sums. Nothing is placed."""
        answer: m.ScaledPreviewAnswer = await self._call(Call("GET", "/api/trade/scaledpreview.html", "required", acts=False), {"symbol": symbol, "side": side, "low": low, "high": high, "quantity": quantity, "levels": levels, "sizes": sizes})
        return answer

    async def create(self, *, id: str, symbol: str, side: Literal["buy", "sell"], low: str, high: str, quantity: str, levels: float | str, sizes: Literal["equal", "increasing", "decreasing"] | None = None, postOnly: bool | Literal["true", "false"] | None = None) -> m.ScaledCreateAnswer:
        """Places limit orders over a price range, each an ordinary order with the clientOrderId `scaled:<id>:<level>`. Levels may be refused one by one; the answer has each. Repeating an id with the same body returns the same orders."""
        answer: m.ScaledCreateAnswer = await self._call(Call("POST", "/api/trade/scaledcreate.html", "required"), {"id": id, "symbol": symbol, "side": side, "low": low, "high": high, "quantity": quantity, "levels": levels, "sizes": sizes, "postOnly": postOnly})
        return answer

    async def cancel(self, *, id: str) -> m.ScaledCancelAnswer:
        """Cancels the open orders of one scaled order. Those that ended meanwhile are not counted."""
        answer: m.ScaledCancelAnswer = await self._call(Call("POST", "/api/trade/scaledcancel.html", "required"), {"id": id})
        return answer


class TradeCalls(Area):
    async def market_groups(self) -> List[m.TradeMarketGroupsAnswerItem]:
        """Returns the 24-hour tickers of all markets, by tab."""
        answer: List[m.TradeMarketGroupsAnswerItem] = await self._call(Call("GET", "/api/trade/coinmenu.html", "none", acts=False), {})
        return answer

    async def detail(self, *, symbol: str) -> m.TradeDetailAnswer:
        """Returns the trade page’s data of one market: rules, ticker, recent trades, fees, and my available balances."""
        answer: m.TradeDetailAnswer = await self._call(Call("GET", "/api/trade/detail.html", "optional", acts=False), {"symbol": symbol})
        return answer

    async def depth(self, *, symbol: str, limit: float | str | None = None, step: str | None = None) -> m.TradeDepthAnswer:
        """Returns the order book, best prices first. `step` groups prices: bids are rounded down, asks up."""
        answer: m.TradeDepthAnswer = await self._call(Call("POST", "/api/trade/depth.html", "none", acts=False), {"symbol": symbol, "limit": limit, "step": step})
        return answer

    async def create(self, *, clientOrderId: str, symbol: str, side: Literal["buy", "sell"], type: Literal["limit", "market"], price: str | None = None, quantity: str | None = None, amount: str | None = None, timeInForce: Literal["GTC", "IOC", "FOK"] | None = None, postOnly: bool | Literal["true", "false"] | None = None, stopPrice: str | None = None, stopDirection: Literal["rising", "falling"] | None = None, trail: str | None = None, trailBps: float | str | None = None, activationPrice: str | None = None, expiresAt: float | str | None = None, visibleQuantity: str | None = None, takeProfitPrice: str | None = None, stopLossPrice: str | None = None, stopLossLimitPrice: str | None = None, otherLeg: str | None = None, selfTrade: Literal["cancelNewest", "cancelOldest", "cancelBoth"] | None = None) -> m.Order:
        """Places an order. Repeating a clientOrderId with the same body returns the same order."""
        answer: m.Order = await self._call(Call("POST", "/api/trade/create.html", "required"), {"clientOrderId": clientOrderId, "symbol": symbol, "side": side, "type": type, "price": price, "quantity": quantity, "amount": amount, "timeInForce": timeInForce, "postOnly": postOnly, "stopPrice": stopPrice, "stopDirection": stopDirection, "trail": trail, "trailBps": trailBps, "activationPrice": activationPrice, "expiresAt": expiresAt, "visibleQuantity": visibleQuantity, "takeProfitPrice": takeProfitPrice, "stopLossPrice": stopLossPrice, "stopLossLimitPrice": stopLossLimitPrice, "otherLeg": otherLeg, "selfTrade": selfTrade})
        return answer

    async def create_pair(self, *, symbol: str, side: Literal["buy", "sell"], quantity: str, clientOrderId: str, price: str, stopClientOrderId: str, stopPrice: str, stopLimitPrice: str | None = None) -> m.TradeCreatePairAnswer:
        """Places an OCO pair atomically: a resting limit order and a stop order of the same quantity, of which one cancels the other. Repeating the ids with the same body returns the same pair."""
        answer: m.TradeCreatePairAnswer = await self._call(Call("POST", "/api/trade/createpair.html", "required"), {"symbol": symbol, "side": side, "quantity": quantity, "clientOrderId": clientOrderId, "price": price, "stopClientOrderId": stopClientOrderId, "stopPrice": stopPrice, "stopLimitPrice": stopLimitPrice})
        return answer

    async def cancel(self, *, id: str | None = None, clientOrderId: str | None = None) -> m.Order:
        """Cancels an open order by id or clientOrderId, in every state of its market. While an opening market searches for its price, the order is answered as it is, and cancelled once the market has opened."""
        answer: m.Order = await self._call(Call("POST", "/api/trade/cancel.html", "required"), {"id": id, "clientOrderId": clientOrderId})
        return answer

    async def cancel_all(self, *, symbol: str) -> m.TradeCancelAllAnswer:
        """Cancels my open orders of one market, in every state of the market, or with `all` as `symbol` those of all markets."""
        answer: m.TradeCancelAllAnswer = await self._call(Call("POST", "/api/trade/cancelall.html", "required"), {"symbol": symbol})
        return answer

    async def amend(self, *, price: str, quantity: str, id: str | None = None, clientOrderId: str | None = None) -> m.Order:
        """Changes the price or total quantity (including the filled part) of a resting limit order. A smaller quantity at the same price keeps its queue position; any other change loses it and may trade immediately. Unchanged terms have no effect."""
        answer: m.Order = await self._call(Call("POST", "/api/trade/amend.html", "required"), {"price": price, "quantity": quantity, "id": id, "clientOrderId": clientOrderId})
        return answer

    async def set_cancel_timer(self, *, symbol: str, timeoutMs: float | str) -> m.TradeSetCancelTimerAnswer:
        """Cancels my open orders of one market, or with `all` as `symbol` those of all markets, unless repeated within `timeoutMs`; 0 stops the timer."""
        answer: m.TradeSetCancelTimerAnswer = await self._call(Call("POST", "/api/trade/deadman.html", "required"), {"symbol": symbol, "timeoutMs": timeoutMs})
        return answer

    async def open_orders(self, *, symbol: str | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.TradeOpenOrdersAnswer:
        """Lists my open orders, newest first."""
        answer: m.TradeOpenOrdersAnswer = await self._call(Call("GET", "/api/trade/current.html", "required", acts=False), {"symbol": symbol, "limit": limit, "cursor": cursor})
        return answer

    async def volume(self) -> m.TradeVolumeAnswer:
        """Returns my 30-day turnover as maker and taker, in USDT at current prices, my own fee rates if I have any, and the fee tiers."""
        answer: m.TradeVolumeAnswer = await self._call(Call("GET", "/api/trade/volume.html", "required", acts=False), {})
        return answer

    async def history(self, *, symbol: str | None = None, side: Literal["buy", "sell"] | None = None, state: Literal["processing", "filled", "cancelled", "rejected"] | None = None, wholePairs: bool | Literal["true", "false"] | None = None, id: str | None = None, clientOrderId: str | None = None, from_: float | str | None = None, to: float | str | None = None, fillsAfter: str | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.TradeOpenOrdersAnswer:
        """Lists my orders, open and ended, newest first, with up to 500 fills per order and 5,000 per page; or returns one by id or clientOrderId. A page may be shorter than `limit`; there are more orders as long as `next` is not null."""
        answer: m.TradeOpenOrdersAnswer = await self._call(Call("GET", "/api/trade/history.html", "required", acts=False), {"symbol": symbol, "side": side, "state": state, "wholePairs": wholePairs, "id": id, "clientOrderId": clientOrderId, "from": from_, "to": to, "fillsAfter": fillsAfter, "limit": limit, "cursor": cursor})
        return answer


class TransferCalls(Area):
    async def balances(self, *, coin: str | None = None) -> m.TransferBalancesAnswer:
        """Returns the balances that I can transfer between my coin and fiat accounts, of one coin or all; 1:1, without a fee."""
        answer: m.TransferBalancesAnswer = await self._call(Call("GET", "/api/transfer/read.html", "required", acts=False), {"coin": coin})
        return answer

    async def submit(self, *, requestId: str, coin: str, from_: Literal["coin", "fiat"], to: Literal["coin", "fiat"], amount: str) -> m.TransferSubmitAnswer:
        """Transfers money between my coin and fiat accounts, 1:1, without a fee. Repeating a requestId with the same body transfers only once; `balances` are the new balances of both accounts."""
        answer: m.TransferSubmitAnswer = await self._call(Call("POST", "/api/transfer/change.html", "required"), {"requestId": requestId, "coin": coin, "from": from_, "to": to, "amount": amount})
        return answer


class TwapCalls(Area):
    async def create(self, *, clientId: str, symbol: str, side: Literal["buy", "sell"], quantity: str, orders: float | str, durationMs: float | str, style: Literal["market", "limit"] | None = None, worstPrice: str | None = None) -> m.TwapCreateAnswer:
        """Begins a TWAP order: the server trades the quantity in equal orders over the time, each an ordinary order with the clientOrderId `twap:<id>:<number>`. `market` orders take the book as IOC, `limit` orders rest at the best price of their side until the next one; neither goes beyond `worstPrice`. It stops when the session that began it is logged out, or its API key loses the right. Repeating a clientId with the same body returns the same TWAP order."""
        answer: m.TwapCreateAnswer = await self._call(Call("POST", "/api/trade/twapcreate.html", "required"), {"clientId": clientId, "symbol": symbol, "side": side, "quantity": quantity, "orders": orders, "durationMs": durationMs, "style": style, "worstPrice": worstPrice})
        return answer

    async def stop(self, *, id: str) -> m.TwapCreateAnswer:
        """Stops a TWAP order: no order of it follows the answer. Its open order is cancelled, also in a halted market."""
        answer: m.TwapCreateAnswer = await self._call(Call("POST", "/api/trade/twapstop.html", "required"), {"id": id})
        return answer

    async def list(self, *, limit: float | str | None = None, cursor: str | None = None) -> m.TwapListAnswer:
        """Lists my TWAP orders, newest first."""
        answer: m.TwapListAnswer = await self._call(Call("GET", "/api/trade/twaps.html", "required", acts=False), {"limit": limit, "cursor": cursor})
        return answer


class UploadCalls(Area):
    async def image(self, *, file: bytes) -> m.UploadImageAnswer:
        """Uploads an image: JPG or PNG by content, under 1 MB and 25 megapixels. The server stores a re-encoded JPEG without the file’s metadata."""
        answer: m.UploadImageAnswer = await self._call(Call("POST", "/api/upload/image.html", "required", multipart=True), {"file": file})
        return answer

    async def read(self, *, id: str) -> m.UploadReadAnswer:
        """Returns an image that I uploaded."""
        answer: m.UploadReadAnswer = await self._call(Call("GET", "/api/upload/read.html", "required", acts=False), {"id": id})
        return answer


class UserCalls(Area):
    async def read(self) -> m.UserReadAnswer:
        """Returns my profile."""
        answer: m.UserReadAnswer = await self._call(Call("GET", "/api/user/read.html", "required", acts=False), {})
        return answer

    async def send_code(self, *, type: Literal["login", "pay", "bind", "phone", "apiKey"], email: str | None = None, phone: str | None = None) -> m.AuthRequestRegistrationCodeAnswer:
        """Sends a verification code by e-mail to change the log-in password (login) or the transaction password (pay) or to create an API key (apiKey), to the new address or, if none is given, the bound one (bind), or by SMS to a phone number (phone)."""
        answer: m.AuthRequestRegistrationCodeAnswer = await self._call(Call("GET", "/api/user/passemail.html", "required"), {"type": type, "email": email, "phone": phone})
        return answer

    async def set_password(self) -> None:
        """Sets the log-in password (type=login; ends all other sessions) or the 6-digit transaction password (type=pay). Replacing a password suspends withdrawals for a time (`rules.withdrawalWaitSeconds`)."""
        answer: None = await self._call(Call("POST", "/api/user/setpass.html", "required", query=("type",)), {})
        return answer

    async def bind_email(self, *, email: str, code: str, flow: str | None = None, oldCode: str | None = None, oldFlow: str | None = None, totp: str | None = None) -> m.UserReadAnswer:
        """Binds an e-mail address. If one is already bound, `oldCode` from that address is required."""
        answer: m.UserReadAnswer = await self._call(Call("POST", "/api/user/bindemail.html", "required"), {"email": email, "code": code, "flow": flow, "oldCode": oldCode, "oldFlow": oldFlow, "totp": totp})
        return answer

    async def set_profile(self, *, nickname: str | None = None, avatar: Literal[""] | str | None = None, lang: Literal["zh", "en"] | None = None, upColor: Literal["green", "red"] | None = None, antiPhishing: str | None = None, country: str | None = None, latitude: float | str | None = None, longitude: float | str | None = None, phone: str | None = None, code: str | None = None, flow: str | None = None) -> m.UserReadAnswer:
        """Changes the given profile fields. An empty avatar, anti-phishing code or country removes it; a phone number requires its code."""
        answer: m.UserReadAnswer = await self._call(Call("POST", "/api/user/setinfo.html", "required"), {"nickname": nickname, "avatar": avatar, "lang": lang, "upColor": upColor, "antiPhishing": antiPhishing, "country": country, "latitude": latitude, "longitude": longitude, "phone": phone, "code": code, "flow": flow})
        return answer

    async def sessions(self) -> List[m.UserSessionsAnswerItem]:
        """Lists my sessions, most recently used first."""
        answer: List[m.UserSessionsAnswerItem] = await self._call(Call("GET", "/api/user/sessions.html", "required", acts=False), {})
        return answer

    async def revoke_session(self, *, id: str) -> None:
        """Ends one of my sessions."""
        answer: None = await self._call(Call("POST", "/api/user/revoke.html", "required"), {"id": id})
        return answer

    async def logins(self, *, limit: float | str | None = None, cursor: str | None = None) -> m.UserLoginsAnswer:
        """Lists log-ins and log-in attempts of my account, latest first."""
        answer: m.UserLoginsAnswer = await self._call(Call("GET", "/api/user/logins.html", "required", acts=False), {"limit": limit, "cursor": cursor})
        return answer

    async def invite(self) -> m.UserInviteAnswer:
        """Returns my invitation code and the number of customers who registered with it."""
        answer: m.UserInviteAnswer = await self._call(Call("GET", "/api/user/invite.html", "required", acts=False), {})
        return answer

    async def begin_totp(self, *, password: str) -> m.UserBeginTotpAnswer:
        """Starts setting up an authenticator app: `uri` is the QR code’s content. Takes effect after confirmation."""
        answer: m.UserBeginTotpAnswer = await self._call(Call("POST", "/api/user/totp.html", "required"), {"password": password})
        return answer

    async def confirm_totp(self, *, totp: str) -> m.UserConfirmTotpAnswer:
        """Confirms the authenticator app with a code and returns the recovery codes, which are shown only once."""
        answer: m.UserConfirmTotpAnswer = await self._call(Call("POST", "/api/user/totpconfirm.html", "required"), {"totp": totp})
        return answer

    async def remove_totp(self, *, totp: str) -> None:
        """Removes the authenticator app, with one of its codes or a recovery code."""
        answer: None = await self._call(Call("POST", "/api/user/totpremove.html", "required"), {"totp": totp})
        return answer

    async def renew_recovery_codes(self, *, totp: str) -> m.UserConfirmTotpAnswer:
        """Replaces the recovery codes; the old ones become invalid."""
        answer: m.UserConfirmTotpAnswer = await self._call(Call("POST", "/api/user/recovery.html", "required"), {"totp": totp})
        return answer

    async def begin_passkey(self, *, password: str, totp: str | None = None) -> m.AuthBeginPasskeyLoginAnswer:
        """Returns the options for `navigator.credentials.create`, to add a passkey."""
        answer: m.AuthBeginPasskeyLoginAnswer = await self._call(Call("POST", "/api/user/passkeybegin.html", "required"), {"password": password, "totp": totp})
        return answer

    async def add_passkey(self, *, name: str, response: dict[str, Any]) -> List[m.UserAddPasskeyAnswerItem]:
        """Registers a passkey created by the device."""
        answer: List[m.UserAddPasskeyAnswerItem] = await self._call(Call("POST", "/api/user/passkeyadd.html", "required"), {"name": name, "response": response})
        return answer

    async def passkeys(self) -> List[m.UserAddPasskeyAnswerItem]:
        """Lists my passkeys."""
        answer: List[m.UserAddPasskeyAnswerItem] = await self._call(Call("GET", "/api/user/passkeys.html", "required", acts=False), {})
        return answer

    async def remove_passkey(self, *, id: str, password: str) -> List[m.UserAddPasskeyAnswerItem]:
        """Removes one of my passkeys and suspends withdrawals for a time (`rules.withdrawalWaitSeconds`)."""
        answer: List[m.UserAddPasskeyAnswerItem] = await self._call(Call("POST", "/api/user/passkeyremove.html", "required"), {"id": id, "password": password})
        return answer

    async def freeze(self, *, password: str) -> None:
        """Locks my account and ends all its sessions. Only support can unlock it."""
        answer: None = await self._call(Call("POST", "/api/user/freeze.html", "required"), {"password": password})
        return answer


class WatchlistCalls(Area):
    async def favourites(self) -> List[str]:
        """Lists my favourite markets, in my order."""
        answer: List[str] = await self._call(Call("GET", "/api/user/favourites.html", "required", acts=False), {})
        return answer

    async def set_favourites(self, *, symbols: str) -> List[str]:
        """Replaces my favourite markets: comma-separated symbols."""
        answer: List[str] = await self._call(Call("POST", "/api/user/favourites.html", "required"), {"symbols": symbols})
        return answer

    async def alerts(self) -> List[m.Alert]:
        """Lists my price alerts, newest first: all pending ones and the latest 100 fired."""
        answer: List[m.Alert] = await self._call(Call("GET", "/api/user/alerts.html", "required", acts=False), {})
        return answer

    async def create_alert(self, *, symbol: str, price: str) -> m.WatchlistCreateAlertAnswer:
        """Creates a price alert. If one is pending for the same market and price, the call returns it."""
        answer: m.WatchlistCreateAlertAnswer = await self._call(Call("POST", "/api/user/alert_create.html", "required"), {"symbol": symbol, "price": price})
        return answer

    async def delete_alert(self, *, id: str) -> None:
        """Deletes a price alert."""
        answer: None = await self._call(Call("POST", "/api/user/alert_delete.html", "required"), {"id": id})
        return answer


class WithdrawalsCalls(Area):
    async def coins(self) -> List[m.WithdrawalsCoinsAnswerItem]:
        """Lists the coins that I can withdraw, with networks, fees and limits."""
        answer: List[m.WithdrawalsCoinsAnswerItem] = await self._call(Call("GET", "/api/assets_lift/conis.html", "required", acts=False), {})
        return answer

    async def limits(self) -> m.WithdrawalsLimitsAnswer:
        """Returns my 24-hour withdrawal limit and usage over all coins, in USDT, and the limits before and after identity verification."""
        answer: m.WithdrawalsLimitsAnswer = await self._call(Call("GET", "/api/assets_lift/limits.html", "required", acts=False), {})
        return answer

    async def detail(self, *, coin: str | None = None, chain: str | None = None, id: str | None = None, requestId: str | None = None) -> m.WithdrawalsDetailAnswer | m.WithdrawalsDetailAnswer2:
        """Returns the withdrawal page’s data of one coin and network, with my saved addresses; or one withdrawal by id or requestId."""
        answer: m.WithdrawalsDetailAnswer | m.WithdrawalsDetailAnswer2 = await self._call(Call("GET", "/api/assets_lift/detail.html", "required", acts=False), {"coin": coin, "chain": chain, "id": id, "requestId": requestId})
        return answer

    async def send_code(self, *, coin: str, chain: str, amount: str, addressId: str) -> m.AuthRequestRegistrationCodeAnswer:
        """Sends a code that is valid for this withdrawal only: the same coin, network, amount and address."""
        answer: m.AuthRequestRegistrationCodeAnswer = await self._call(Call("GET", "/api/assets_lift/coinsemail.html", "required"), {"coin": coin, "chain": chain, "amount": amount, "addressId": addressId})
        return answer

    async def submit(self, *, requestId: str, coin: str, chain: str, amount: str, addressId: str, code: str, payPassword: str, flow: str | None = None, totp: str | None = None) -> m.WithdrawalsSubmitAnswer:
        """Withdraws to a saved address. Requires the code sent for this withdrawal, the transaction password, and the second factor if one is set. The money is frozen immediately. Repeating a requestId with the same body returns the same withdrawal in its current state."""
        answer: m.WithdrawalsSubmitAnswer = await self._call(Call("POST", "/api/assets_lift/submit.html", "required"), {"requestId": requestId, "coin": coin, "chain": chain, "amount": amount, "addressId": addressId, "code": code, "payPassword": payPassword, "flow": flow, "totp": totp})
        return answer

    async def submit_by_key(self, *, requestId: str, coin: str, chain: str, amount: str, addressId: str) -> m.WithdrawalsSubmitAnswer:
        """Withdraws to a saved address by an API key with the right to withdraw. Waits, holds, limits and reviews are those of `submit`; the signature replaces the code and the passwords. Repeating a requestId with the same body returns the same withdrawal."""
        answer: m.WithdrawalsSubmitAnswer = await self._call(Call("POST", "/api/assets_lift/apply.html", "required"), {"requestId": requestId, "coin": coin, "chain": chain, "amount": amount, "addressId": addressId})
        return answer

    async def cancel(self, *, id: str) -> m.WithdrawalsSubmitAnswer:
        """Cancels a withdrawal in review and releases the money."""
        answer: m.WithdrawalsSubmitAnswer = await self._call(Call("POST", "/api/assets_lift/cancel.html", "required"), {"id": id})
        return answer

    async def history(self, *, coin: str | None = None, state: Literal["review", "approved", "sent", "done", "rejected", "failed", "cancelled"] | None = None, limit: float | str | None = None, cursor: str | None = None) -> m.WithdrawalsHistoryAnswer:
        """Lists my withdrawals, newest first."""
        answer: m.WithdrawalsHistoryAnswer = await self._call(Call("GET", "/api/assets_lift/history.html", "required", acts=False), {"coin": coin, "state": state, "limit": limit, "cursor": cursor})
        return answer


class WorkspaceCalls(Area):
    async def layouts(self) -> List[m.WorkspaceLayoutsAnswerItem]:
        """Lists my layouts of the workspace, the last saved one first."""
        answer: List[m.WorkspaceLayoutsAnswerItem] = await self._call(Call("GET", "/api/user/layouts.html", "required", acts=False), {})
        return answer

    async def save_layout(self, *, name: str, layout: str, chart: str | None = None) -> List[m.WorkspaceLayoutsAnswerItem]:
        """Saves a layout of the workspace under a name, and replaces the one that has it. `layout` lists the nodes depth first, each with its share in thousandths, splits with their number of parts: `row*2:1000 chart:700 ticket:300`. `chart` is a JSON object with the chart’s settings; without it, those of before stay."""
        answer: List[m.WorkspaceLayoutsAnswerItem] = await self._call(Call("POST", "/api/user/layout_save.html", "required"), {"name": name, "layout": layout, "chart": chart})
        return answer

    async def delete_layout(self, *, name: str) -> List[m.WorkspaceLayoutsAnswerItem]:
        """Deletes a layout of the workspace."""
        answer: List[m.WorkspaceLayoutsAnswerItem] = await self._call(Call("POST", "/api/user/layout_delete.html", "required"), {"name": name})
        return answer


class Calls:
    """Every call of the exchange, by area."""

    def __init__(self, call: Caller) -> None:
        self.addresses = AddressesCalls(call)
        self.assets = AssetsCalls(call)
        self.auth = AuthCalls(call)
        self.banks = BanksCalls(call)
        self.candles = CandlesCalls(call)
        self.coins = CoinsCalls(call)
        self.content = ContentCalls(call)
        self.convert = ConvertCalls(call)
        self.demo = DemoCalls(call)
        self.deposits = DepositsCalls(call)
        self.first_steps = FirstStepsCalls(call)
        self.home = HomeCalls(call)
        self.identity = IdentityCalls(call)
        self.keys = KeysCalls(call)
        self.market = MarketCalls(call)
        self.notifications = NotificationsCalls(call)
        self.profit = ProfitCalls(call)
        self.proof = ProofCalls(call)
        self.recurring = RecurringCalls(call)
        self.scaled = ScaledCalls(call)
        self.trade = TradeCalls(call)
        self.transfer = TransferCalls(call)
        self.twap = TwapCalls(call)
        self.upload = UploadCalls(call)
        self.user = UserCalls(call)
        self.watchlist = WatchlistCalls(call)
        self.withdrawals = WithdrawalsCalls(call)
        self.workspace = WorkspaceCalls(call)
