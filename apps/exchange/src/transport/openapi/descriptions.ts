import type { calls, Lang } from '@fft/contract';

type Texts = Readonly<Record<Lang, string>>;

/** What the document says at its head. */
export const overview: Texts = {
  en: `Every response is an envelope \`{ code, message, data }\`. HTTP status 200 with \`code\` 200 is a success; with any other \`code\` it is a refusal, whose
\`message\` is in the language given by \`lang\`. Other HTTP statuses are failures of the transport, also in an envelope, with the status as \`code\`. POST calls
take JSON or a form, GET calls a query; in forms and queries every value is text. Amounts and prices are decimal strings; an average price has two places more
than its market's prices and is rounded half-even. Times are milliseconds since the epoch, ids are strings. Later versions add calls, fields of answers, and
values of \`reason\`: clients ignore what they don't know. Calls that act refuse fields that they don't know. The socket is described by \`/api/asyncapi.json\`.`,
  zh: `每次调用都返回信封 \`{ code, message, data }\`：HTTP 200 且 \`code\` 为 200 表示成功；HTTP 200 而 \`code\` 为其他值表示被拒绝，\`message\` 使用 \`lang\`
指定的语言。其他 HTTP 状态码表示传输层错误，同样使用信封，\`code\` 即状态码。POST 以 JSON 或表单提交，GET 使用查询参数；表单与查询参数中的值都是文本。数量与价格是十进制字符串；均价的小数位数比交易对的价格多两位，按“四舍六入五成双”舍入。
时间是 Unix 毫秒时间戳，编号是字符串。后续版本会增加接口、返回字段与 \`reason\` 的取值，客户端应忽略不认识的内容；执行操作的接口会拒绝不认识的字段。WebSocket 接口见 \`/api/asyncapi.json\`。`,
};

/** How a caller proves who it is. */
export const schemes: Readonly<Record<'token' | 'key' | 'signature', Texts>> = {
  token: { en: 'The token of a session, from a log-in.', zh: '登录所得的会话令牌。' },
  key: {
    en: 'The id of an API key. A request with it is signed: see `signature`.',
    zh: 'API 密钥的编号；使用时必须签名，见 `signature`。',
  },
  signature: {
    en: `Signs a call for an API key. Add \`timestamp\` (milliseconds since the epoch) and, if wanted, \`recvWindow\` (its age in milliseconds, 5000 by default, 60000 at most) to
the query. Sign the query as sent, followed by the body as sent: HMAC-SHA256 with the secret, in hexadecimal, or Ed25519 in base64. Append \`signature\` to the query.`,
    zh: `用 API 密钥为调用签名：在查询参数中加入 \`timestamp\`（Unix 毫秒时间戳），可选 \`recvWindow\`（有效毫秒数，默认 5000，最大 60000）；对实际发送的查询字符串加上实际发送的请求内容签名：
以密钥做 HMAC-SHA256（十六进制），或 Ed25519（base64）；再把 \`signature\` 附在查询参数末尾。`,
  },
};

/** What each area is about. */
export const areas: Readonly<Record<keyof typeof calls, Texts>> = {
  addresses: { en: 'Saved withdrawal addresses.', zh: '提现地址簿。' },
  assets: { en: 'Balances, their worth, and statements.', zh: '资产、估值与流水。' },
  auth: { en: 'Registration, log-in and log-out.', zh: '注册、登录与退出。' },
  banks: { en: 'Deposits and payouts by bank transfer.', zh: '银行转账充值与提现。' },
  candles: { en: 'Candles and the data beside a chart.', zh: 'K 线与图表数据。' },
  coins: { en: 'Names of coins and currencies.', zh: '币种与法币名称。' },
  content: { en: 'The inbox, and what the exchange says of itself.', zh: '站内信与关于我们。' },
  convert: { en: 'Quotes for converting one coin into another.', zh: '闪兑报价。' },
  demo: {
    en: 'What only a demo has: coins for free, a mailbox, a sandbox bank.',
    zh: '仅演示环境提供：体验币、邮箱与沙盒银行。',
  },
  deposits: { en: 'Deposits over chains.', zh: '链上充值。' },
  firstSteps: { en: 'The checklist for newcomers.', zh: '新手任务。' },
  home: { en: 'What the home page shows.', zh: '首页内容。' },
  identity: { en: 'Identity verification.', zh: '身份认证。' },
  keys: { en: 'API keys.', zh: 'API 密钥。' },
  market: { en: 'Markets, tickers, rates and the server’s time.', zh: '交易对、行情、汇率与服务器时间。' },
  notifications: { en: 'Which notifications reach me, and how.', zh: '通知设置。' },
  profit: { en: 'Cost, profit and lots of what I hold.', zh: '持仓成本与盈亏。' },
  proof: { en: 'Proof of liabilities and reserves.', zh: '储备金与负债证明。' },
  recurring: { en: 'Recurring buys.', zh: '定投。' },
  scaled: { en: 'Scaled orders: many limit orders over a range of prices.', zh: '分批委托：价格范围内的一组限价单。' },
  trade: { en: 'The order book, orders and their fills.', zh: '盘口、委托与成交。' },
  transfer: { en: 'Transfers between the coin and the fiat account.', zh: '币币账户与法币账户之间的划转。' },
  twap: { en: 'TWAP orders: a quantity traded in parts over a time.', zh: 'TWAP 委托：在一段时间内分次成交。' },
  upload: { en: 'Pictures for profile and identity.', zh: '上传图片。' },
  user: { en: 'Profile, passwords, second factors and sessions.', zh: '账户资料、密码、二次验证与登录设备。' },
  watchlist: { en: 'Favourite markets and price alerts.', zh: '自选与价格提醒。' },
  withdrawals: { en: 'Withdrawals over chains.', zh: '链上提现。' },
  workspace: { en: 'Saved layouts of the trading workspace.', zh: '交易工作台布局。' },
};

/** The language of an answer's message. */
export const langText: Texts = {
  en: 'Language of `message`: `zh` or `en`. Chinese without it, English for any other. A body may hold it instead.',
  zh: '`message` 的语言：`zh` 或 `en`；不提供为中文，其他值为英文。也可放在请求内容中。',
};

/** The first sentence of a call's description, for lists. */
export function firstSentence(text: string): string {
  return /^.*?(?:[.!?](?= |$)|。)/s.exec(text)?.[0] ?? text;
}

interface SocketTexts {
  readonly overview: string;
  readonly channel: string;
  /** By operation. */
  readonly requests: Readonly<Record<string, string>>;
  /** By channel. */
  readonly pushes: Readonly<Record<string, string>>;
}

/** What the description of the socket says. */
export const socketTexts: Readonly<Record<Lang, SocketTexts>> = {
  en: {
    overview: `The exchange's own WebSocket. Frames are JSON text. Each request has an \`op\` and may have an \`id\`, which its answer repeats. \`code\` 200 is a success, any other a refusal.
Pushes have a \`channel\` and its \`seq\`. On \`depth\`, \`seq\` has no gaps: a client that finds one subscribes again. The calls over HTTP are described by \`/api/openapi.json\`.`,
    channel:
      'One socket carries requests, answers and pushes. It may be anonymous; orders and private channels need `auth`.',
    requests: {
      auth: 'Logs in by the token of a session, or by an API key that signs the fields sorted by name.',
      subscribe:
        'Subscribes to channels; the first push of `depth`, `trades`, `kline` and `ticker` is the present state.',
      unsubscribe: 'Ends subscriptions.',
      ping: 'Asks for an answer.',
      cancelOnDisconnect: 'Cancels all my orders once this socket closes, while it is on.',
      create: 'Places an order, as `trade.create` does.',
      cancel: 'Cancels an order, as `trade.cancel` does.',
      createMany: 'Places up to 50 orders, in order and independently of each other.',
    },
    pushes: {
      ticker: 'Tickers that changed: `ticker` for all markets, `ticker:BTC/USDT` for one.',
      depth: 'The order book: a snapshot, then differences. A quantity of `0` removes a level.',
      trades: 'Trades, newest first: the latest 50, then each new one.',
      kline: 'Candles, oldest first: the last two, then the current one on each change.',
      orders: 'My orders that changed.',
      alerts: 'My price alerts that fired.',
      messages: 'How many messages I have not read.',
      balances: 'My balances that changed.',
    },
  },
  zh: {
    overview: `平台自有的 WebSocket 接口，消息为 JSON 文本。每个请求带有 \`op\`，可带 \`id\`，应答会原样返回 \`id\`。\`code\` 为 200 表示成功，其他值表示被拒绝。
推送带有 \`channel\` 及其 \`seq\`；\`depth\` 的 \`seq\` 连续，发现缺口时应重新订阅。HTTP 接口见 \`/api/openapi.json\`。`,
    channel: '请求、应答与推送共用一个连接。可匿名使用；委托与私有频道需要先 `auth`。',
    requests: {
      auth: '以会话令牌登录，或以 API 密钥对按名称排序的字段签名登录。',
      subscribe: '订阅频道；`depth`、`trades`、`kline`、`ticker` 的首次推送为当前状态。',
      unsubscribe: '取消订阅。',
      ping: '请求一次应答。',
      cancelOnDisconnect: '开启后，本连接断开时撤销我的全部当前委托。',
      create: '提交委托，同 `trade.create`。',
      cancel: '撤销委托，同 `trade.cancel`。',
      createMany: '依次提交最多 50 笔委托，各笔相互独立。',
    },
    pushes: {
      ticker: '有变化的行情：`ticker` 为全部交易对，`ticker:BTC/USDT` 为单个交易对。',
      depth: '盘口：先快照，后增量；数量为 `0` 表示该价位已移除。',
      trades: '成交，按时间倒序：先最近 50 笔，之后为每笔新成交。',
      kline: 'K 线，按时间正序：先最近两根，之后为当前一根的每次变化。',
      orders: '我有变化的委托。',
      alerts: '我已触发的价格提醒。',
      messages: '我的未读站内信数量。',
      balances: '我有变化的余额。',
    },
  },
};
