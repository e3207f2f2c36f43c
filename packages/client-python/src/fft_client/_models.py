"""Generated from the contract by `npm run python-client`: change the contract, not this file."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class OrderParent(TypedDict):
    kind: Literal["scaled", "twap", "recurring", "convert", "bracket"]
    id: str


class OrderFill(TypedDict):
    id: str
    price: str
    quantity: str
    amount: str
    fee: str
    feeCoin: str
    role: Literal["maker", "taker"]
    time: int


class Order(TypedDict):
    id: str
    clientOrderId: str
    symbol: str
    side: Literal["buy", "sell"]
    type: Literal["limit", "market"]
    timeInForce: Literal["GTC", "IOC", "FOK"]
    postOnly: bool
    price: str | None
    quantity: str | None
    stopPrice: NotRequired[str]
    stopDirection: NotRequired[Literal["rising", "falling"]]
    trail: NotRequired[str]
    trailBps: NotRequired[int]
    activationPrice: NotRequired[str]
    waiting: NotRequired[bool]
    expiresAt: NotRequired[int]
    visibleQuantity: NotRequired[str]
    takeProfitPrice: NotRequired[str]
    stopLossPrice: NotRequired[str]
    stopLossLimitPrice: NotRequired[str]
    otherLeg: NotRequired[str]
    parent: NotRequired[OrderParent]
    amount: str | None
    delegatedTotal: str | None
    filled: str
    filledTotal: str
    average: str | None
    fee: str
    feeCoin: str
    state: Literal["processing", "filled", "cancelled", "rejected"]
    reason: NotRequired[str]
    time: int
    updated: int
    fills: NotRequired[list[OrderFill]]
    moreFills: NotRequired[bool]


class TickerItem(TypedDict):
    symbol: str
    last: str | None
    open: str | None
    high: str | None
    low: str | None
    change: str | None
    volume: str
    turnover: str
    turnoverUsdt: NotRequired[str]
    value: str | None
    spark: list[str]
    state: Literal["open", "cancelOnly", "halted", "auction"]
    stateReason: NotRequired[Literal["volatility", "operator"]]
    stateEndsAt: NotRequired[int]
    time: int


class Depth(TypedDict):
    kind: Literal["snapshot", "diff"]
    bids: list[list[str]]
    asks: list[list[str]]
    time: int


class Trade(TypedDict):
    id: str
    price: str
    quantity: str
    side: Literal["buy", "sell"]
    time: int


class Order2(TypedDict):
    id: str
    clientOrderId: str
    symbol: str
    side: Literal["buy", "sell"]
    type: Literal["limit", "market"]
    timeInForce: Literal["GTC", "IOC", "FOK"]
    postOnly: bool
    price: str | None
    quantity: str | None
    stopPrice: NotRequired[str]
    stopDirection: NotRequired[Literal["rising", "falling"]]
    trail: NotRequired[str]
    trailBps: NotRequired[int]
    activationPrice: NotRequired[str]
    waiting: NotRequired[bool]
    expiresAt: NotRequired[int]
    visibleQuantity: NotRequired[str]
    takeProfitPrice: NotRequired[str]
    stopLossPrice: NotRequired[str]
    stopLossLimitPrice: NotRequired[str]
    otherLeg: NotRequired[str]
    parent: NotRequired[OrderParent]
    amount: str | None
    delegatedTotal: str | None
    filled: str
    filledTotal: str
    average: str | None
    fee: str
    feeCoin: str
    state: Literal["processing", "filled", "cancelled", "rejected"]
    reason: NotRequired[str]
    time: int
    updated: int
    fills: NotRequired[list[OrderFill]]
    moreFills: NotRequired[bool]


class AlertFired(TypedDict):
    time: int
    price: str


class Alert(TypedDict):
    id: str
    symbol: str
    price: str
    direction: Literal["up", "down"]
    time: int
    fired: AlertFired | None


class Messages(TypedDict):
    unread: int


class Balance(TypedDict):
    coin: str
    name: str
    icon: str
    usable: str
    frozen: str
    total: str
    value: str | None
    kind: Literal["coin", "fiat"]


class AddressesListAnswerItem(TypedDict):
    id: str
    coin: str
    chain: str
    name: str
    address: str
    memo: NotRequired[str]
    usableFrom: int
    time: int


class AddressesListAnswer(TypedDict):
    items: list[AddressesListAnswerItem]
    next: str | None


class AddressesCreateAnswer(TypedDict):
    id: str
    coin: str
    chain: str
    name: str
    address: str
    memo: NotRequired[str]
    usableFrom: int
    time: int


class AssetsOverviewAnswerValuationLocal(TypedDict):
    unit: str
    total: str


class AssetsOverviewAnswerValuation(TypedDict):
    coin: str
    fiat: str
    total: str
    unit: Literal["USDT"]
    local: AssetsOverviewAnswerValuationLocal


class AssetsOverviewAnswerAccountsCoinItem(TypedDict):
    coin: str
    name: str
    icon: str
    usable: str
    frozen: str
    total: str
    value: str | None


class AssetsOverviewAnswerAccounts(TypedDict):
    coin: list[AssetsOverviewAnswerAccountsCoinItem]
    fiat: list[AssetsOverviewAnswerAccountsCoinItem]


class AssetsOverviewAnswer(TypedDict):
    valuation: AssetsOverviewAnswerValuation
    accounts: AssetsOverviewAnswerAccounts


class AssetsWorthAnswerPoint(TypedDict):
    time: int
    total: str


class AssetsWorthAnswer(TypedDict):
    unit: Literal["USDT"]
    points: list[AssetsWorthAnswerPoint]
    gain: str
    change: str | None


class AssetsCoinStatementAnswerItemOrder(TypedDict):
    id: str
    symbol: str
    side: Literal["buy", "sell"]
    type: Literal["limit", "market"]
    price: str | None
    stopPrice: NotRequired[str]
    filled: str
    filledTotal: str
    average: str | None
    fee: str
    feeCoin: str
    state: Literal["processing", "filled", "cancelled", "rejected"]


class AssetsCoinStatementAnswerItem(TypedDict):
    id: str
    coin: str
    type: Literal["deposit", "withdraw", "trade", "fee", "transfer", "adjust", "reward", "bankDeposit", "bankPayout"]
    amount: str
    fee: str
    balance: str
    state: Literal["done", "review", "approved", "sent"]
    time: int
    ref: str
    order: NotRequired[AssetsCoinStatementAnswerItemOrder]


class AssetsCoinStatementAnswer(TypedDict):
    items: list[AssetsCoinStatementAnswerItem]
    next: str | None


class AssetsStatementFileAnswer(TypedDict):
    name: str
    csv: str
    lines: int
    next: str | None
    isArchived: bool


class AssetsStartExportAnswer(TypedDict):
    id: str
    state: Literal["waiting", "running", "done", "failed"]
    progress: int
    lines: int
    parts: int


class AssetsExportPartAnswer(TypedDict):
    name: str
    csv: str


class AuthRequestRegistrationCodeAnswer(TypedDict):
    resendAfter: int
    flow: str


class AuthRegisterAnswerUserLocation(TypedDict):
    country: str
    latitude: int | None
    longitude: int | None


class AuthRegisterAnswerUserIdentity(TypedDict):
    state: Literal["none", "pending", "passed", "failed", "revoked"]
    reason: NotRequired[str]


class AuthRegisterAnswerUserHas(TypedDict):
    payPassword: bool
    totp: bool
    antiPhishing: bool


class AuthRegisterAnswerUserRules(TypedDict):
    identityRequiredFor: list[Literal["trade", "withdraw", "deposit"]]
    withdrawalWaitSeconds: int


class AuthRegisterAnswerUser(TypedDict):
    id: str
    email: str | None
    phone: str | None
    nickname: str
    avatar: str | None
    lang: Literal["zh", "en"]
    upColor: Literal["green", "red"]
    location: NotRequired[AuthRegisterAnswerUserLocation]
    identity: AuthRegisterAnswerUserIdentity
    has: AuthRegisterAnswerUserHas
    sms: NotRequired[bool]
    holdUntil: NotRequired[int]
    lastLogin: int | None
    rules: AuthRegisterAnswerUserRules


class AuthRegisterAnswer(TypedDict):
    token: str
    expiresAt: int
    user: AuthRegisterAnswerUser


class AuthBeginPasskeyLoginAnswer(TypedDict):
    options: dict[str, Any]


class BanksDetailsAnswerItemAccount(TypedDict):
    kind: Literal["iban", "cn", "us"]
    number: str
    bank: str
    id: str
    holder: str
    bankName: str
    address: str
    qr: str | None


class BanksDetailsAnswerItem(TypedDict):
    coin: str
    name: str
    icon: str
    reference: str
    credited: bool
    sandbox: bool
    accounts: list[BanksDetailsAnswerItemAccount]


BanksDepositsAnswerItem = TypedDict(
    "BanksDepositsAnswerItem",
    {
        "id": str,
        "coin": str,
        "amount": str,
        "state": Literal["review", "credited", "returned"],
        "from": str | None,
        "booked": str,
        "time": int,
        "updated": int,
    },
)


class BanksDepositsAnswer(TypedDict):
    items: list[BanksDepositsAnswerItem]
    next: str | None


class BanksAccountsAnswerItem(TypedDict):
    kind: Literal["iban", "cn", "us"]
    number: str
    bank: str
    id: str
    coin: str
    name: str
    holder: str | None
    usableFrom: int
    time: int


class BanksAccountsAnswer(TypedDict):
    items: list[BanksAccountsAnswerItem]
    next: str | None


class BanksAddAccountAnswer(TypedDict):
    kind: Literal["iban", "cn", "us"]
    number: str
    bank: str
    id: str
    coin: str
    name: str
    holder: str | None
    usableFrom: int
    time: int


class BanksPayoutOptionsAnswerItem(TypedDict):
    coin: str
    name: str
    icon: str
    usable: str
    frozen: str
    fee: str
    min: str
    max: str
    precision: int
    dayLimit: str
    dayUsed: str
    dayLeft: str | None
    cutOff: int
    leavesOn: str
    holidays: list[str]


class BanksSubmitPayoutAnswer(TypedDict):
    id: str
    coin: str
    kind: Literal["iban", "cn", "us"]
    number: str
    bank: str
    amount: str
    fee: str
    arrives: str
    state: Literal["review", "approved", "sent", "done", "rejected", "failed", "cancelled", "returned"]
    time: int
    updated: int
    reason: NotRequired[str]


class BanksPayoutsAnswerItem(TypedDict):
    id: str
    coin: str
    kind: Literal["iban", "cn", "us"]
    number: str
    bank: str
    amount: str
    fee: str
    arrives: str
    state: Literal["review", "approved", "sent", "done", "rejected", "failed", "cancelled", "returned"]
    time: int
    updated: int
    reason: NotRequired[str]


class BanksPayoutsAnswer(TypedDict):
    items: list[BanksPayoutsAnswerItem]
    next: str | None


class CandlesChartDataAnswerDepth(TypedDict):
    symbol: str
    seq: int
    bids: list[list[str]]
    asks: list[list[str]]
    time: int


class CandlesChartDataAnswer(TypedDict):
    ticker: TickerItem
    depth: CandlesChartDataAnswerDepth
    trades: list[Trade]


class CoinsListAnswerItemName(TypedDict):
    zh: str
    en: str


class CoinsListAnswerItem(TypedDict):
    coin: str
    name: CoinsListAnswerItemName
    words: list[str]


class ContentListAnswerItem(TypedDict):
    id: str
    kind: Literal["system", "notice", "account"]
    title: str
    summary: str
    time: int
    read: bool


class ContentListAnswer(TypedDict):
    items: list[ContentListAnswerItem]
    next: str | None


class ContentDetailAnswer(TypedDict):
    id: str
    kind: Literal["system", "notice", "account"]
    title: str
    summary: str
    time: int
    read: bool
    html: str


class ContentUnreadAnswer(TypedDict):
    count: int


class ContentAboutAnswerLink(TypedDict):
    title: str
    url: str


class ContentAboutAnswer(TypedDict):
    name: str
    version: str
    html: str
    links: list[ContentAboutAnswerLink]


class ConvertQuoteAnswerLeg(TypedDict):
    symbol: str
    side: Literal["buy", "sell"]
    price: str
    rate: str
    pay: str
    receive: str
    fee: str
    feeCoin: str


ConvertQuoteAnswer = TypedDict(
    "ConvertQuoteAnswer",
    {
        "from": str,
        "to": str,
        "legs": list[ConvertQuoteAnswerLeg],
        "pay": str,
        "receive": str,
        "receiveMin": str,
        "margin": str,
        "time": int,
        "expiresAt": int,
    },
)


ConvertExecuteAnswer = TypedDict(
    "ConvertExecuteAnswer",
    {
        "clientId": str,
        "from": str,
        "to": str,
        "pay": str,
        "receive": str,
        "orders": list[Order2],
    },
)


class DemoMarketAnswer(TypedDict):
    isMadeUp: bool


class DemoMailboxAnswerItem(TypedDict):
    id: str
    to: str
    subject: str
    text: str
    code: NotRequired[str]
    time: int


class DemoFaucetAnswer(TypedDict):
    coin: str
    amount: str
    usable: str
    left: str
    onItsWay: bool


class DemoBankAnswerAccount(TypedDict):
    coin: str
    number: str
    holder: str
    balance: str


class DemoBankAnswerPayment(TypedDict):
    endToEnd: str
    coin: str
    amount: str
    name: str
    number: str
    text: str
    time: int
    isReturned: bool


class DemoBankAnswerSentItem(TypedDict):
    coin: str
    amount: str
    name: str
    number: str
    text: str
    time: int


class DemoBankAnswer(TypedDict):
    accounts: list[DemoBankAnswerAccount]
    payments: list[DemoBankAnswerPayment]
    sent: list[DemoBankAnswerSentItem]


class DepositsCoinsAnswerItemChain(TypedDict):
    chain: str
    name: str
    confirmations: int
    minDeposit: str
    confirmedWithinSeconds: NotRequired[int]
    contract: NotRequired[str]
    paused: NotRequired[bool]


class DepositsCoinsAnswerItem(TypedDict):
    coin: str
    name: str
    icon: str
    chains: list[DepositsCoinsAnswerItemChain]


class DepositsAddressAnswerRecentItem(TypedDict):
    id: str
    coin: str
    chain: str
    address: str
    txid: str
    explorerUrl: NotRequired[str]
    amount: str
    state: Literal["confirming", "credited", "small", "gone"]
    confirmations: int
    needed: int
    time: int
    updated: int


class DepositsAddressAnswer(TypedDict):
    coin: str
    chain: str
    address: str
    memo: NotRequired[str]
    uri: str
    minDeposit: str
    confirmations: int
    confirmedWithinSeconds: int
    contract: NotRequired[str]
    recent: list[DepositsAddressAnswerRecentItem]


class DepositsHistoryAnswer(TypedDict):
    items: list[DepositsAddressAnswerRecentItem]
    next: str | None


class FirstStepsReadAnswer(TypedDict):
    closed: bool
    secured: bool
    funded: bool
    traded: bool


class HomeCarouselAnswerBanner(TypedDict):
    id: str
    image: str | None
    title: str
    link: str | None


class HomeCarouselAnswerNotice(TypedDict):
    id: str
    title: str


class HomeCarouselAnswer(TypedDict):
    banners: list[HomeCarouselAnswerBanner]
    notices: list[HomeCarouselAnswerNotice]


class HomeRankingsAnswer(TypedDict):
    featured: list[TickerItem]
    gainers: list[TickerItem]
    losers: list[TickerItem]
    volume: list[TickerItem]


class IdentityReadAnswer(TypedDict):
    state: Literal["none", "pending", "passed", "failed", "revoked"]
    reason: NotRequired[str]
    nationality: str | None
    name: str | None
    idType: Literal["identity", "passport", "licence"] | None
    idNumber: str | None
    submittedAt: int | None


class KeysListAnswerItem(TypedDict):
    id: str
    name: str
    kind: Literal["hmac", "ed25519"]
    rights: list[Literal["read", "trade", "withdraw"]]
    addresses: list[str]
    created: int
    expires: int | None
    used: int | None
    usedFrom: str | None


class KeysCreateAnswer(TypedDict):
    key: KeysListAnswerItem
    secret: str | None


class MarketListAnswerItem(TypedDict):
    symbol: str
    base: str
    quote: str
    group: str
    kind: NotRequired[Literal["layer1", "payments", "meme"]]
    state: Literal["open", "cancelOnly", "halted", "auction"]
    tickSize: str
    lotSize: str
    minQuantity: str
    maxQuantity: str
    minAmount: str
    maxAmount: str
    pricePlaces: int
    quantityPlaces: int
    baseDecimals: int
    quoteDecimals: int
    makerFee: str
    takerFee: str
    priceBand: str
    collar: str
    maxIcebergParts: NotRequired[int]


class MarketRatesAnswer(TypedDict):
    unit: Literal["USDT"]
    rates: dict[str, str]


class MarketTimeAnswer(TypedDict):
    time: int


class NotificationsChoicesAnswerKind(TypedDict):
    kind: Literal["fills", "stops", "alerts", "deposits", "withdrawals", "security", "announcements", "halts"]
    inApp: Literal["on", "off", "always", "never"]
    mail: Literal["on", "off", "always", "never"]
    push: Literal["on", "off", "always", "never"]
    sms: Literal["on", "off", "always", "never"]


NotificationsChoicesAnswerQuiet = TypedDict(
    "NotificationsChoicesAnswerQuiet",
    {
        "from": str,
        "until": str,
        "timeZone": str,
    },
)


class NotificationsChoicesAnswerPush(TypedDict):
    publicKey: str | None
    thisDevice: bool
    devices: int


class NotificationsChoicesAnswer(TypedDict):
    kinds: list[NotificationsChoicesAnswerKind]
    quiet: NotificationsChoicesAnswerQuiet | None
    hideDetails: bool
    push: NotificationsChoicesAnswerPush
    phone: bool


class ProfitSummaryAnswerFiguresTotals(TypedDict):
    value: str
    cost: str
    realised: str
    unrealised: str
    fees: str
    invested: str
    isWhole: bool


class ProfitSummaryAnswerFiguresLocal(TypedDict):
    unit: str
    value: str
    realised: str
    unrealised: str


class ProfitSummaryAnswerFiguresCoin(TypedDict):
    coin: str
    quantity: str
    cost: str
    average: str | None
    value: str | None
    realised: str
    unrealised: str | None
    fees: str
    unknown: str
    unknownSold: str


class ProfitSummaryAnswerFiguresMarket(TypedDict):
    symbol: str
    bought: str
    averageBought: str | None
    sold: str
    averageSold: str | None
    fees: str
    realised: str


class ProfitSummaryAnswerFigures(TypedDict):
    totals: ProfitSummaryAnswerFiguresTotals
    local: ProfitSummaryAnswerFiguresLocal
    coins: list[ProfitSummaryAnswerFiguresCoin]
    markets: list[ProfitSummaryAnswerFiguresMarket]


class ProfitSummaryAnswer(TypedDict):
    progress: int
    time: int
    figures: ProfitSummaryAnswerFigures | None


class ProfitLotsAnswerItem(TypedDict):
    id: str
    time: int
    quantity: str
    cost: str | None
    price: str | None
    value: str | None
    unrealised: str | None


class ProfitLotsAnswer(TypedDict):
    items: list[ProfitLotsAnswerItem]
    next: str | None


class ProfitHistoryAnswerPoint(TypedDict):
    time: int
    value: str
    invested: str


class ProfitHistoryAnswer(TypedDict):
    progress: int
    points: list[ProfitHistoryAnswerPoint] | None
    isWhole: bool


class ProofLiabilitiesAnswerItemTotal(TypedDict):
    asset: str
    total: str
    hash: str
    decimals: int
    madeUp: str
    held: str | None
    leaving: str


class ProofLiabilitiesAnswerItemSignature(TypedDict):
    chain: str
    address: str
    signature: str


class ProofLiabilitiesAnswerItem(TypedDict):
    day: str
    sequence: str
    time: int
    totals: list[ProofLiabilitiesAnswerItemTotal]
    signatures: list[ProofLiabilitiesAnswerItemSignature]


class ProofInclusionAnswerItemPathItem(TypedDict):
    side: Literal["left", "right"]
    hash: str
    sum: str


class ProofInclusionAnswerItem(TypedDict):
    day: str
    asset: str
    customer: str
    nonce: str
    amount: str
    path: list[ProofInclusionAnswerItemPathItem]


class ProofReservesAnswerItemCoin(TypedDict):
    coin: str
    hot: str
    unswept: str
    cold: str


class ProofReservesAnswerItem(TypedDict):
    chain: str
    name: str
    hot: str
    cold: str | None
    depositAddresses: int
    time: int
    coins: list[ProofReservesAnswerItemCoin]


RecurringCreateAnswer = TypedDict(
    "RecurringCreateAnswer",
    {
        "id": str,
        "clientId": str,
        "from": str,
        "to": str,
        "amount": str,
        "every": Literal["day", "week", "month"],
        "hour": int,
        "weekday": int,
        "monthDay": int,
        "timeZone": str,
        "state": Literal["running", "paused"],
        "reason": Literal["insufficientBalance", "marketClosed", "moved", "ownOrder", "amountTooSmall", "missed", "mayNotTrade", "accountLocked", "byCustomer", "accountSecured"] | None,
        "nextAt": int | None,
        "time": int,
    },
)


RecurringResumeAnswerItem = TypedDict(
    "RecurringResumeAnswerItem",
    {
        "id": str,
        "clientId": str,
        "from": str,
        "to": str,
        "amount": str,
        "every": Literal["day", "week", "month"],
        "hour": int,
        "weekday": int,
        "monthDay": int,
        "timeZone": str,
        "state": Literal["running", "paused"],
        "reason": Literal["insufficientBalance", "marketClosed", "moved", "ownOrder", "amountTooSmall", "missed", "mayNotTrade", "accountLocked", "byCustomer", "accountSecured"] | None,
        "nextAt": int | None,
        "time": int,
    },
)


class RecurringHistoryAnswerItem(TypedDict):
    number: int
    due: int
    state: Literal["bought", "skipped"]
    reason: Literal["insufficientBalance", "marketClosed", "moved", "ownOrder", "amountTooSmall", "missed", "mayNotTrade", "accountLocked", "byCustomer", "accountSecured"] | None
    orderId: str | None
    paid: str | None
    received: str | None
    price: str | None


class RecurringHistoryAnswer(TypedDict):
    items: list[RecurringHistoryAnswerItem]
    next: str | None


class ScaledPreviewAnswerLevel(TypedDict):
    price: str
    quantity: str
    amount: str


class ScaledPreviewAnswer(TypedDict):
    symbol: str
    side: Literal["buy", "sell"]
    levels: list[ScaledPreviewAnswerLevel]
    quantity: str
    amount: str
    average: str


class ScaledCreateAnswerLevelRefused(TypedDict):
    code: int
    message: str


class ScaledCreateAnswerLevel(TypedDict):
    price: str
    quantity: str
    amount: str
    order: Order2 | None
    refused: ScaledCreateAnswerLevelRefused | None


class ScaledCreateAnswer(TypedDict):
    parent: str
    levels: list[ScaledCreateAnswerLevel]
    placed: int
    refused: int


class ScaledCancelAnswer(TypedDict):
    cancelled: int
    open: int


class TradeMarketGroupsAnswerItem(TypedDict):
    group: str
    items: list[TickerItem]


class TradeDetailAnswerUsable(TypedDict):
    base: str
    quote: str


class TradeDetailAnswerFees(TypedDict):
    maker: str
    taker: str


class TradeDetailAnswer(TypedDict):
    market: MarketListAnswerItem
    ticker: TickerItem
    usable: TradeDetailAnswerUsable | None
    fees: TradeDetailAnswerFees
    trades: list[Trade]


class TradeDepthAnswer(TypedDict):
    symbol: str
    seq: int
    bids: list[list[str]]
    asks: list[list[str]]
    time: int


class TradeCreatePairAnswer(TypedDict):
    limit: Order2
    stop: Order2


class TradeCancelAllAnswer(TypedDict):
    cancelled: int


class TradeSetCancelTimerAnswer(TypedDict):
    at: int | None


class TradeOpenOrdersAnswer(TypedDict):
    items: list[Order2]
    next: str | None


class TradeVolumeAnswerFees(TypedDict):
    tier: str | None
    maker: str
    taker: str


TradeVolumeAnswerTier = TypedDict(
    "TradeVolumeAnswerTier",
    {
        "name": str,
        "from": str,
        "maker": str,
        "taker": str,
    },
)


class TradeVolumeAnswer(TypedDict):
    maker: str
    taker: str
    fees: TradeVolumeAnswerFees | None
    tiers: list[TradeVolumeAnswerTier]


class TransferBalancesAnswerCoin(TypedDict):
    coin: str
    coinAccount: str
    fiatAccount: str


class TransferBalancesAnswer(TypedDict):
    coins: list[TransferBalancesAnswerCoin]
    fee: Literal["0"]
    ratio: Literal["1"]


class TransferSubmitAnswer(TypedDict):
    id: str
    balances: TransferBalancesAnswerCoin


class TwapCreateAnswer(TypedDict):
    id: str
    clientId: str
    symbol: str
    side: Literal["buy", "sell"]
    style: Literal["market", "limit"]
    quantity: str
    worstPrice: str | None
    orders: int
    durationMs: int
    state: Literal["running", "stopping", "ended"]
    waiting: bool
    reason: Literal["filled", "timeUp", "restTooSmall", "tooLate", "byCustomer", "insufficientBalance", "loggedOut", "keyRevoked", "accountLocked", "mayNotTrade"] | None
    done: int
    filled: str
    filledTotal: str
    average: str | None
    remaining: str
    nextAt: int | None
    time: int
    ended: int | None


class TwapListAnswerItem(TypedDict):
    id: str
    clientId: str
    symbol: str
    side: Literal["buy", "sell"]
    style: Literal["market", "limit"]
    quantity: str
    worstPrice: str | None
    orders: int
    durationMs: int
    state: Literal["running", "stopping", "ended"]
    waiting: bool
    reason: Literal["filled", "timeUp", "restTooSmall", "tooLate", "byCustomer", "insufficientBalance", "loggedOut", "keyRevoked", "accountLocked", "mayNotTrade"] | None
    done: int
    filled: str
    filledTotal: str
    average: str | None
    remaining: str
    nextAt: int | None
    time: int
    ended: int | None


class TwapListAnswer(TypedDict):
    items: list[TwapListAnswerItem]
    next: str | None


class UploadImageAnswer(TypedDict):
    id: str


class UploadReadAnswer(TypedDict):
    type: str
    data: str


class UserReadAnswer(TypedDict):
    id: str
    email: str | None
    phone: str | None
    nickname: str
    avatar: str | None
    lang: Literal["zh", "en"]
    upColor: Literal["green", "red"]
    location: NotRequired[AuthRegisterAnswerUserLocation]
    identity: AuthRegisterAnswerUserIdentity
    has: AuthRegisterAnswerUserHas
    sms: NotRequired[bool]
    holdUntil: NotRequired[int]
    lastLogin: int | None
    rules: AuthRegisterAnswerUserRules


class UserSessionsAnswerItem(TypedDict):
    id: str
    current: bool
    device: str
    ip: str
    created: int
    used: int
    expires: int


class UserLoginsAnswerItem(TypedDict):
    id: str
    time: int
    ip: str
    device: str
    state: Literal["done", "failed", "refused"]


class UserLoginsAnswer(TypedDict):
    items: list[UserLoginsAnswerItem]
    next: str | None


class UserInviteAnswer(TypedDict):
    code: str
    invited: int


class UserBeginTotpAnswer(TypedDict):
    secret: str
    uri: str


class UserConfirmTotpAnswer(TypedDict):
    recoveryCodes: list[str]


class UserAddPasskeyAnswerItem(TypedDict):
    id: str
    name: str
    created: int
    used: int | None


class WatchlistCreateAlertAnswer(TypedDict):
    id: str
    symbol: str
    price: str
    direction: Literal["up", "down"]
    time: int
    fired: AlertFired | None


class WithdrawalsCoinsAnswerItemChain(TypedDict):
    chain: str
    name: str
    fee: str
    min: str
    max: str
    precision: int
    memo: bool
    arrivesWithinSeconds: NotRequired[int]
    paused: NotRequired[bool]


class WithdrawalsCoinsAnswerItem(TypedDict):
    coin: str
    name: str
    icon: str
    usable: str
    frozen: str
    chains: list[WithdrawalsCoinsAnswerItemChain]
    dayLimit: str
    dayUsed: str
    dayLeft: str | None


class WithdrawalsLimitsAnswerLevels(TypedDict):
    unverified: str
    verified: str


class WithdrawalsLimitsAnswer(TypedDict):
    identityRequired: bool
    dayLimit: str
    dayUsed: str
    levels: WithdrawalsLimitsAnswerLevels


class WithdrawalsDetailAnswer(TypedDict):
    id: str
    coin: str
    chain: str
    address: str
    memo: NotRequired[str]
    amount: str
    fee: str
    arrives: str
    state: Literal["review", "approved", "sent", "done", "rejected", "failed", "cancelled"]
    txid: NotRequired[str]
    explorerUrl: NotRequired[str]
    confirmations: NotRequired[int]
    time: int
    updated: int
    reason: NotRequired[str]


class WithdrawalsDetailAnswer2(TypedDict):
    coin: str
    name: str
    icon: str
    usable: str
    frozen: str
    chains: list[WithdrawalsCoinsAnswerItemChain]
    dayLimit: str
    dayUsed: str
    dayLeft: str | None
    addresses: list[AddressesListAnswerItem]


class WithdrawalsSubmitAnswer(TypedDict):
    id: str
    coin: str
    chain: str
    address: str
    memo: NotRequired[str]
    amount: str
    fee: str
    arrives: str
    state: Literal["review", "approved", "sent", "done", "rejected", "failed", "cancelled"]
    txid: NotRequired[str]
    explorerUrl: NotRequired[str]
    confirmations: NotRequired[int]
    time: int
    updated: int
    reason: NotRequired[str]


class WithdrawalsHistoryAnswer(TypedDict):
    items: list[WithdrawalsDetailAnswer]
    next: str | None


class WorkspaceLayoutsAnswerItem(TypedDict):
    name: str
    layout: str
    chart: str | None
    time: int
