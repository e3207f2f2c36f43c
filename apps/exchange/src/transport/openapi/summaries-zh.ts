import type { calls } from '@fft/contract';

type Calls = typeof calls;
type CallId = { [Area in keyof Calls]: `${Area}.${keyof Calls[Area] & string}` }[keyof Calls];

/** Chinese summaries of the calls; the contract has the English ones. */
export const summariesZh: Readonly<Record<CallId, string>> = {
  'assets.overview': '返回我的全部资产及其估值。',
  'assets.worth': '返回过去 24 小时内我的资产每小时估值（按当时价格）以及盈亏。充值与提现不计入盈亏。',
  'assets.coinStatement':
    '查询币币账户流水，按时间倒序。单页条数可能少于 `limit`；只要 `next` 不为 null，就还有下一页。',
  'assets.fiatStatement':
    '查询法币账户流水，按时间倒序。单页条数可能少于 `limit`；只要 `next` 不为 null，就还有下一页。',
  'assets.statementFile':
    '导出流水 CSV：`csv` 使用我设置的语言（UTF-8，带 BOM，可安全地用表格软件打开），按时间倒序，最多 2,000 行；`next` 为后续内容的游标。',
  'assets.startExport':
    '把整份流水（包括已归档的部分）导出为一个 CSV 文件，使用我设置的语言。一小时内重复同样的请求会返回原来的导出；有导出进行中时，不能发起其他导出。',
  'assets.exportState': '查询导出进度。文件保留一天。',
  'assets.exportPart':
    '返回已完成的导出的一部分，从 0 开始；依次拼接全部部分即为整个文件（UTF-8，带 BOM，可安全地用表格软件打开）。',
  'banks.details': '查询可通过银行转账充值的币种、收款账户与我的附言码。',
  'banks.deposits': '查询我的银行转账充值记录，按时间倒序。',
  'banks.accounts': '查询我保存的银行账户，按时间倒序。',
  'banks.addAccount': '保存我本人（已认证姓名）名下的银行账户。需要交易密码，等待期后可用。',
  'banks.removeAccount': '删除保存的银行账户。进行中的提现不受影响。',
  'banks.payoutOptions': '查询可提现到银行账户的币种、限额，以及银行的截止时间与节假日。',
  'banks.sendPayoutCode': '发送仅对这一笔银行提现有效的验证码：币种、金额、银行账户须一致。',
  'banks.submitPayout':
    '提现到我保存的银行账户。需要为这笔提现发送的验证码、交易密码，以及已设置的二次验证。资金立即冻结。以相同的 requestId 与内容重复提交时，返回同一笔提现的当前状态。',
  'banks.payouts': '查询我的银行提现记录，按时间倒序。',
  'banks.cancelPayout': '撤销审核中的银行提现，资金恢复可用。',
  'content.list': '查询站内信，按时间倒序，使用我设置的语言。`account` 类消息需要登录。',
  'content.detail': '返回一条站内信及其正文（安全的 HTML），并标记为已读。',
  'content.unread': '返回未读站内信数量；100 表示超过 99 条。',
  'content.markAllRead': '将全部站内信标为已读。',
  'content.about': '返回本交易所的名称、版本、介绍（安全的 HTML）与链接。',
  'recurring.create':
    '开始一个定投：服务器每天、每周或每月兑换固定金额，以一笔全部成交或撤销的委托执行，享有闪兑的价格保护。以相同内容重复同一 clientId 返回同一个定投。',
  'recurring.change': '修改定投的金额与时间；已暂停的会恢复。',
  'recurring.pause': '暂停或恢复定投；暂停期间到期的不补做。',
  'recurring.resume': '恢复因密码重置等安全操作而暂停的全部定投，返回我的定投。',
  'recurring.remove': '删除定投，已买入的不受影响。',
  'recurring.list': '查询我的定投，按时间倒序。',
  'recurring.history': '查询一个定投的买入与跳过记录，按时间倒序。',
  'scaled.preview': '返回分批委托此刻会下的各档限价单及合计，不实际下单。',
  'scaled.create':
    '在价格范围内下一组限价单，每笔都是普通委托，clientOrderId 为 `scaled:<id>:<档位>`。各档可能分别被拒绝，结果逐档返回；以相同内容重复同一 id 返回同一组委托。',
  'scaled.cancel': '撤销一组分批委托中仍未成交的委托；期间已结束的不计入。',
  'twap.create':
    '开始一个 TWAP 委托：服务器在给定时间内将总数量等分下单，每笔都是普通委托，clientOrderId 为 `twap:<id>:<序号>`。`market` 以 IOC 吃单；`limit` 挂在本方最优价，直到下一笔；均不会超出 `worstPrice`。发起时的会话退出登录或 API 密钥失去权限时停止。以相同内容重复同一 clientId 返回同一个 TWAP 委托。',
  'twap.stop': '停止 TWAP 委托：返回之后不会再有新委托。未成交的委托会撤销，交易对暂停时也一样。',
  'twap.list': '查询我的 TWAP 委托，按时间倒序。',
  'convert.quote':
    '按当前盘口为一种币兑换另一种币报价：经由同时交易两者的市场，或经由两个市场与一种中间币。不占用资金。',
  'convert.execute':
    '将一种币按数量兑换为另一种币：整笔成交且不少于最少所得，否则不成交。重复同一 clientId 返回已完成的兑换。',
  'demo.market': '`isMadeUp` 为 true 表示价格、报价与成交由程序模拟；客户端在展示这些数据时必须注明。',
  'demo.mailbox': '查询演示环境发出的邮件，按时间倒序；提供 `to` 时只返回该地址的邮件。',
  'demo.bank': '返回演示沙盒银行的数据：交易所在该银行的账户、汇入的款项与收到的款项。',
  'demo.bankSend': '从演示沙盒银行向交易所该币种的账户汇款，几秒后随对账单到账。',
  'demo.bankReturn': '退回交易所的一笔付款，如同收款账户已注销。',
  'demo.faucet': '领取体验币，每天最多 100,000 USDT 等值。',
  'deposits.coins': '查询可充值的币种及其网络；暂无可用网络的币种排在最后。',
  'deposits.address': '返回某币种在某网络上的充值地址，以及最近的充值记录。',
  'deposits.history': '查询我的链上充值记录，按时间倒序。',
  'home.carousel':
    '返回首页横幅与公告，使用调用者的语言。`image` 为 null 时由应用自行绘制；`link` 是应用内路径或网址，也可能为 null。',
  'home.rankings': '返回首页展示的交易对：推荐，以及近 24 小时涨幅榜、跌幅榜、成交额榜（折合 USDT）。',
  'firstSteps.read': '返回新手任务的完成情况，供首页展示。',
  'firstSteps.close': '关闭新手任务，不再显示。',
  'identity.read': '返回我的身份认证状态。',
  'identity.submit':
    '提交身份认证资料。`front`、`back`、`hand`（本人手持证件与签名的照片）是已上传图片的编号。审核中或已通过时不能再次提交。',
  'candles.list':
    '返回开盘时间在 `from` 与 `to` 之间最新的 `limit` 根 K 线，按时间正序，包含当前未收盘的一根。向前翻页时，将 `to` 设为最早一根之前的时间；返回空页表示更早没有成交。',
  'candles.chartData': '返回图表旁展示的数据：行情、买卖双方最优 20 档深度、最近 50 笔成交。',
  'keys.list': '查询我的 API 密钥，按时间倒序。',
  'keys.create':
    '创建 API 密钥，需登录密码、邮箱验证码（type=apiKey），以及已设置的动态码。提供 `publicKey`（Ed25519，PEM）时私钥只在您手中；否则返回一次性显示的 `secret`。提现权限还需交易密码与可用 IP 列表。',
  'keys.revoke': '立即删除我的一个 API 密钥，并断开其连接。',
  'coins.list': '查询全部币种和法币的中英文名称，以及搜索用的别名、拼音和首字母。',
  'market.list': '查询全部交易对及其规则。',
  'market.tickers': '查询全部或某一分组交易对的 24 小时行情。',
  'market.rates': '返回 1 USDT 折合各法币的汇率，仅供展示。',
  'market.time': '返回服务器时间。',
  'notifications.choices': '返回我接收哪些通知，以及通过哪些方式接收。',
  'notifications.choose': '开启或关闭一类通知的一种接收方式。`always` 与 `never` 不可更改。',
  'notifications.setQuietHours':
    '设置免打扰时段（HH:MM，按 IANA 时区）：期间推送与邮件延后发送；不提供 `from` 与 `until` 即为取消。提现与安全类通知不受影响。',
  'notifications.setHideDetails': '设置推送中是否隐藏金额、价格与地址。',
  'notifications.subscribe':
    '开启本设备的推送，登录失效时自动关闭：提交浏览器 `PushSubscription` 的 endpoint 与密钥，仅支持已知的推送服务。',
  'notifications.unsubscribe': '关闭本设备的推送。',
  'auth.requestRegistrationCode': '发送注册验证码。无论该邮箱是否已注册，返回结果相同。',
  'auth.register': '注册新用户并登录。',
  'auth.login': '登录。账户已设置二次验证而未提供 `totp` 时，返回代码 1105。',
  'auth.beginPasskeyLogin': '返回 `navigator.credentials.get` 所需的参数，用于通行密钥登录。',
  'auth.loginByPasskey': '使用通行密钥登录，代替密码与二次验证。',
  'auth.requestPasswordReset': '发送重置密码的验证码。邮箱未注册时返回结果相同。',
  'auth.resetPassword': '重置登录密码。所有登录立即失效，24 小时内不可提现。',
  'auth.logout': '退出登录。',
  'proof.liabilities': '返回最近各日平台对用户的负债总额及其根哈希，以及链上持有量。',
  'proof.inclusion': '返回我在某一日（默认最近一日）的包含证明，用于验证我的余额已计入总额。',
  'proof.reserves': '返回平台在各链上的地址，以及最近一次核查时的余额。',
  'trade.marketGroups': '按分栏返回全部交易对的 24 小时行情。',
  'trade.detail': '返回交易页所需的单个交易对数据：规则、行情、最近成交、手续费率，以及我的可用余额。',
  'trade.depth': '查询盘口深度，最优价在前；`step` 用于合并价格（买盘向下取整，卖盘向上取整）。',
  'trade.create': '提交委托。以相同的 clientOrderId 与内容重复提交时，返回同一委托。',
  'trade.createPair':
    '提交 OCO 委托组（原子操作）：一笔限价挂单和一笔同等数量的止损委托，一方成交则撤销另一方。以相同的 id 与内容重复提交时，返回同一组委托。',
  'trade.cancel':
    '按 id 或 clientOrderId 撤销当前委托，交易对处于任何状态均可。开盘定价期间返回委托的当前状态，开盘后立即撤销。',
  'trade.cancelAll':
    '撤销我在某一交易对的当前委托，交易对处于任何状态均可；`symbol` 为 `all` 时撤销全部交易对的当前委托。',
  'trade.amend':
    '修改限价挂单的价格或总数量（含已成交部分）。价格不变、减少数量时保留排队位置；其他修改会失去排队位置，并可能立即成交。未改变的内容不生效。',
  'trade.setCancelTimer':
    '若未在 `timeoutMs` 毫秒内再次调用，则撤销我在某一交易对的当前委托，`symbol` 为 `all` 时撤销全部；0 表示取消定时。',
  'trade.openOrders': '查询我的当前委托，按时间倒序。',
  'trade.volume':
    '返回我近 30 天作为挂单方和吃单方的成交额（按当前价格折合 USDT）、我的专属费率（如有），以及费率等级。',
  'trade.history':
    '查询我的委托（当前与历史），按时间倒序，每笔委托最多含 500 条成交，每页最多 5,000 条；或按 id、clientOrderId 查询一笔。单页条数可能少于 `limit`；只要 `next` 不为 null，就还有下一页。',
  'transfer.balances': '查询币币账户与法币账户之间某一币种或全部币种的可划转余额；1:1，免手续费。',
  'transfer.submit':
    '在币币账户与法币账户之间划转，1:1，免手续费。以相同的 requestId 与内容重复提交时只划转一次；`balances` 是两个账户的最新余额。',
  'upload.image':
    '上传图片：内容须为 JPG 或 PNG，小于 1 MB，不超过 2500 万像素。服务器重新编码为 JPEG 保存，不保留原文件的元数据。',
  'upload.read': '返回我上传的图片。',
  'user.read': '返回我的账户资料。',
  'user.sendCode':
    '发送验证码：修改登录密码（login）或交易密码（pay）时发送到已绑定邮箱；绑定邮箱（bind）时发送到新邮箱，未提供新邮箱则发送到已绑定邮箱；绑定手机（phone）时发送短信。',
  'user.setPassword':
    '设置登录密码（type=login，其他登录立即失效）或 6 位数字的交易密码（type=pay）。修改已有密码后，24 小时内不可提现。',
  'user.bindEmail': '绑定邮箱。已绑定邮箱的，须提供原邮箱收到的 `oldCode`。',
  'user.setProfile': '修改提交的资料项。头像、防钓鱼码、国家传空值即为清除；修改手机号须提供验证码。',
  'user.sessions': '查询我的登录设备，最近使用的在前。',
  'user.revokeSession': '结束我的一个登录。',
  'user.invite': '返回我的邀请码，以及通过它注册的人数。',
  'user.logins': '查询我账户的登录与登录尝试记录，按时间倒序。',
  'user.beginTotp': '开始设置身份验证器：`uri` 是二维码内容。确认后生效。',
  'user.confirmTotp': '用身份验证器的验证码确认设置，并返回恢复码；恢复码仅显示这一次。',
  'user.removeTotp': '用身份验证器的验证码或恢复码移除身份验证器。',
  'user.renewRecoveryCodes': '重新生成恢复码，旧恢复码立即失效。',
  'user.beginPasskey': '返回 `navigator.credentials.create` 所需的参数，用于添加通行密钥。',
  'user.addPasskey': '登记设备创建的通行密钥。',
  'user.passkeys': '查询我的通行密钥。',
  'user.removePasskey': '移除一个通行密钥，24 小时内不可提现。',
  'user.freeze': '锁定我的账户，所有登录立即失效。只有客服可以解锁。',
  'addresses.list': '查询我保存的提现地址，按时间倒序。',
  'addresses.create': '保存提现地址。地址按网络校验，需要交易密码，24 小时后可用。',
  'addresses.delete': '删除保存的提现地址。进行中的提现不受影响。',
  'profit.summary':
    '查询我的持仓成本与已实现、未实现盈亏（USDT），按币种和交易对列出，截至 `time`。历史较长、尚在计算时 `figures` 为 null，`progress` 为进度，请稍后再查。',
  'profit.lots':
    '按买入先后列出某个币种仍持有的批次：转出或卖出时先扣最早的一批。数据截至最近一次 `summary`；USDT 没有批次。',
  'profit.history':
    '查询我的资产在每日终了（UTC）时按当时价格折合的 USDT 价值、当前价值，以及净投入，最多 121 个点。历史较长、尚在计算时 `points` 为 null。',
  'profit.startExport':
    '开始生成报税用的 CSV 文件：按先进先出列出所选时间内转出的每个买入批次的买入时间、转出时间、数量、成本、所得、手续费和盈亏（USDT），从头计算，包括已归档的历史。进度和文件用 `assets.exportState`、`assets.exportPart` 查询，限制与 `assets.startExport` 相同。',
  'workspace.layouts': '查询我的交易工作台布局，最近保存的在前。',
  'workspace.saveLayout':
    '以名称保存交易工作台布局，同名布局会被替换。`layout` 按深度优先列出各节点，每个节点带有千分比份额，分栏带有份数：`row*2:1000 chart:700 ticket:300`。',
  'workspace.deleteLayout': '删除一个交易工作台布局。',
  'watchlist.favourites': '查询我的自选交易对，按我的排序。',
  'watchlist.setFavourites': '替换我的自选交易对，以逗号分隔。',
  'watchlist.alerts': '查询我的价格提醒，按时间倒序：全部未触发的，以及最近触发的 100 条。',
  'watchlist.createAlert': '创建价格提醒。同一交易对同一价格已有未触发的提醒时，返回该提醒。',
  'watchlist.deleteAlert': '删除价格提醒。',
  'withdrawals.limits': '返回我 24 小时内的提现限额与已用额度（全部币种合计，折合 USDT），以及身份认证前后的限额。',
  'withdrawals.coins': '查询可提现的币种、网络、手续费与限额。',
  'withdrawals.detail': '返回提现页所需的币种与网络数据及我保存的地址；或按 id、requestId 查询一笔提现。',
  'withdrawals.sendCode': '发送仅对这一笔提现有效的验证码：币种、网络、数量、地址须一致。',
  'withdrawals.submit':
    '提现到已保存的地址。需要为这笔提现发送的验证码、交易密码，以及已设置的二次验证。资金立即冻结。以相同的 requestId 与内容重复提交时，返回同一笔提现的当前状态。',
  'withdrawals.submitByKey':
    '通过有提现权限的 API 密钥提现至已保存的地址。等待期、暂停、限额与审核与 `submit` 相同，签名代替验证码与密码。相同 `requestId` 与相同参数返回同一笔提现。',
  'withdrawals.cancel': '撤销审核中的提现，资金恢复可用。',
  'withdrawals.history': '查询我的提现记录，按时间倒序。',
};
