import type { FieldError, Lang } from '@fft/contract';
import { fieldFormMessages, formMessages } from './form-messages.ts';
import { bankFieldMessages, bankMessages } from './bank-messages.ts';
import { operatorMessages } from './operator-messages.ts';
import { parentMessages } from './parent-messages.ts';
import { paymentMessages } from './payment-messages.ts';

/** A message in both languages. {@link say} fills in `{name}`. */
export interface Message {
  readonly zh: string;
  readonly en: string;
}

/** Every text of a response's `message`. A message without one of the languages doesn't compile. */
export const messages = {
  ...bankMessages,
  ...operatorMessages,
  ...paymentMessages,
  ...parentMessages,
  ...formMessages,
  ok: { zh: '成功', en: 'OK' },

  badRequest: { zh: '请求格式错误', en: 'The request is malformed' },
  malformedBody: { zh: '请求内容无法解析', en: 'The body cannot be parsed' },
  pathNotFound: { zh: '接口不存在', en: 'No such call' },
  methodNotAllowed: { zh: '请求方法不支持', en: 'This method is not allowed here' },
  requestTimeout: { zh: '请求超时', en: 'The request took too long' },
  bodyTooLarge: { zh: '请求内容过大', en: 'The body is too large' },
  headersTooLarge: { zh: '请求头过大', en: 'The headers are too large' },
  unsupportedMediaType: {
    zh: '不支持的内容类型，请使用表单或 JSON',
    en: 'This content type is not supported: send a form or JSON',
  },
  flood: { zh: '请求过于频繁，请 {wait}后再试', en: 'Too many requests. Try again in {wait}' },
  notReady: { zh: '服务正在启动或停止，请稍后再试', en: 'The server is starting or stopping. Try again soon' },
  internal: {
    zh: '服务器出错了，请联系客服并提供编号 {traceId}',
    en: 'Something went wrong on our side. Please quote {traceId} to support',
  },

  sessionInvalid: { zh: '登录已失效，请重新登录', en: 'Please log in again' },
  accountLocked: {
    zh: '登录失败次数过多，账户已锁定，请 {wait}后再试',
    en: 'Too many failed log-ins: the account is locked. Try again in {wait}',
  },
  emailNotBound: { zh: '请先绑定邮箱', en: 'Please bind an e-mail address first' },
  identityNotVerified: { zh: '请先完成身份认证', en: 'Please verify your identity first' },
  notFound: { zh: '不存在', en: 'Not found' },
  tooManyRequests: { zh: '操作过于频繁，请 {wait}后再试', en: 'Too many requests. Try again in {wait}' },
  busy: { zh: '系统繁忙，请稍后再试', en: 'The system is busy. Try again soon' },
  wrongCredentials: { zh: '邮箱或密码错误', en: 'Wrong e-mail or password' },
  wrongCode: { zh: '验证码错误或已失效', en: 'The verification code is wrong or has expired' },
  emailTaken: {
    zh: '该邮箱已有账户，请直接登录',
    en: 'This address already has an account. Log in instead',
  },
  mailNotSent: { zh: '邮件暂时无法发送，请稍后再试', en: 'The e-mail could not be sent. Try again soon' },

  idConflict: { zh: '该编号已用于另一请求', en: 'This id was used for another request' },
  unknownCoin: { zh: '币种不存在', en: 'No such coin' },
  unknownMarket: { zh: '交易对不存在', en: 'No such market' },
  unknownOrder: { zh: '委托不存在', en: 'No such order' },
  orderNotOpen: { zh: '该委托已结束', en: 'The order is no longer open' },
  orderMalformed: { zh: '委托参数有误', en: 'These order fields cannot be combined' },
  priceNeeded: { zh: '限价委托需要价格', en: 'A limit order needs a price' },
  quantityNeeded: { zh: '请填写数量', en: 'Enter a quantity' },
  quantityOrAmount: { zh: '数量与金额只能填一项', en: 'Enter either a quantity or an amount' },
  unknownWithdrawal: { zh: '提现申请不存在', en: 'No such withdrawal' },
  withdrawalEnded: { zh: '提现申请已结束', en: 'The withdrawal has ended' },
  notAmendable: { zh: '该委托不可修改', en: 'This order can’t be amended' },
  quantityBelowFilled: { zh: '数量须大于已成交数量', en: 'The quantity must be larger than the filled quantity' },
  alreadyExpired: { zh: '有效期已过', en: 'The order’s expiry time has passed' },
  wouldTriggerAtOnce: { zh: '该触发价会立即触发', en: 'The stop would trigger immediately' },
  otherLegNotOpen: { zh: '关联委托不存在或已结束', en: 'The linked order is not open' },
  marketNotOpen: { zh: '该交易对暂停交易', en: 'The market is not open' },
  marketCancelOnly: { zh: '该交易对只能撤单', en: 'The market takes cancellations only' },
  quantityTooSmall: { zh: '低于最小数量 {min}', en: 'Amount is not enough: at least {min}' },
  quantityTooLarge: { zh: '数量超过上限 {max}', en: 'The amount is over the maximum of {max}' },
  notionalTooSmall: { zh: '低于最小金额 {min}', en: 'Amount is not enough: the total must be at least {min}' },
  notionalTooLarge: { zh: '金额超过上限 {max}', en: 'The total is over the maximum of {max}' },
  priceTooLarge: { zh: '价格超过上限 {max}', en: 'The price is over the maximum of {max}' },
  priceOffTick: { zh: '价格须为 {step} 的整数倍', en: 'The price must be a multiple of {step}' },
  quantityOffLot: { zh: '数量须为 {step} 的整数倍', en: 'The quantity must be a multiple of {step}' },
  amountOffStep: { zh: '金额须为 {step} 的整数倍', en: 'The amount must be a multiple of {step}' },
  priceOutsideBand: { zh: '价格须在 {min} 至 {max} 之间', en: 'The price must be between {min} and {max}' },
  visibleTooSmall: {
    zh: '冰山委托的可见数量过小',
    en: 'The visible quantity of the iceberg order is too small',
  },
  tooManyOpenOrders: { zh: '当前委托数量已达上限', en: 'Too many open orders' },
  tooManyOrders: { zh: '下单过于频繁，请 {wait}后再试', en: 'Too many orders. Try again in {wait}' },
  insufficientBalance: { zh: '余额不足', en: 'Balance low' },
  balanceOverflow: { zh: '余额超过上限', en: 'The balance would be too large' },
  postOnlyWouldCross: { zh: '只做 Maker 的委托会立即成交，已拒绝', en: 'The post-only order would trade immediately' },
  fillOrKillUnfillable: { zh: '无法全部成交，已撤销', en: 'The order cannot be filled completely' },
  conversionTooLarge: { zh: '当前盘口深度不足，请减少数量', en: 'Too much for the market now. Try a smaller amount' },
  noLiquidity: { zh: '当前没有对手盘', en: 'There are no orders on the other side right now' },
  tooManyStreamRequests: { zh: '订阅过多或过于频繁', en: 'Too many subscriptions, or too many requests' },
  unavailable: { zh: '交易暂停，请稍后再试', en: 'Trading is unavailable. Try again soon' },
  outcomeUnknown: {
    zh: '结果未知，请按编号查询，请勿重复提交',
    en: 'The outcome is not known yet. Look it up by its id before trying again',
  },
  accountFrozen: { zh: '您已冻结此账户，请联系客服解冻', en: 'You froze this account. Contact support to unfreeze it' },
  accountLockedBySupport: {
    zh: '此账户已被锁定，请联系客服',
    en: 'This account is locked. Contact support',
  },
  wrongPassword: { zh: '密码错误', en: 'Wrong password' },
  wrongPayPassword: { zh: '交易密码错误，还可尝试 {left} 次', en: 'Wrong transaction password. {left} tries left' },
  payPasswordHeld: {
    zh: '交易密码错误次数过多，请 {wait}后再试，或凭邮箱验证码重设',
    en: 'Too many wrong transaction passwords. Try again in {wait}, or reset it with a code by e-mail',
  },
  payPasswordNotSet: { zh: '请先设置交易密码', en: 'Set a transaction password first' },
  secondFactorNeeded: { zh: '请输入动态码', en: 'Enter the code of your authenticator app' },
  wrongSecondFactor: {
    zh: '动态码错误或已使用',
    en: 'The code of the authenticator app is wrong or was used before',
  },
  secondFactorLocked: {
    zh: '动态码错误次数过多，请 {wait}后再试，或使用恢复码',
    en: 'Too many wrong codes. Try again in {wait}, or use a recovery code',
  },
  totpSetAlready: { zh: '已开启身份验证器，请先关闭', en: 'An authenticator app is already set up. Remove it first' },
  totpNotBegun: { zh: '请先开始设置身份验证器', en: 'Start setting up the authenticator app first' },
  totpNotSet: { zh: '尚未开启身份验证器', en: 'No authenticator app is set up' },
  smsNotSent: { zh: '短信暂时无法发送，请稍后再试', en: 'The SMS could not be sent. Try again soon' },
  smsNotOffered: { zh: '暂不支持绑定手机', en: 'Phone numbers can’t be bound here' },
  passkeysNotOffered: { zh: '暂不支持通行密钥', en: 'Passkeys are not offered here' },
  passkeyRefused: { zh: '通行密钥验证失败，请重试', en: 'The passkey was not accepted. Try again' },
  passkeyKnown: { zh: '该通行密钥已添加', en: 'This passkey was added already' },
  operatorPasskeysFull: {
    zh: '该通行密钥已添加，或已达 10 个上限',
    en: 'This passkey was added already, or you have the maximum of ten',
  },
  apiKeyUnknown: { zh: 'API 密钥无效或已删除', en: 'The API key is unknown or was revoked' },
  apiKeyExpired: { zh: 'API 密钥已过期', en: 'The API key has expired' },
  apiKeyAddress: { zh: 'API 密钥不允许从此 IP 使用', en: 'The API key may not be used from this IP address' },
  apiKeyRightMissing: { zh: 'API 密钥没有此权限：{right}', en: 'The API key lacks the right: {right}' },
  neverByApiKey: {
    zh: '此操作需登录后进行，不支持 API 密钥',
    en: 'This call requires a log-in and cannot be made by an API key',
  },
  apiKeyNeeded: {
    zh: '此接口只能使用 API 密钥调用',
    en: 'This call requires an API key with the right to withdraw',
  },
  tooManyApiKeys: { zh: 'API 密钥最多 {max} 个，请先删除不用的', en: 'You have {max} API keys; revoke one first' },
  unknownApiKey: { zh: 'API 密钥不存在', en: 'No such API key' },
  signatureMissing: { zh: '缺少参数 signature', en: 'The parameter signature is missing' },
  signatureWrong: { zh: '签名错误', en: 'The signature is wrong' },
  signedParameterRepeated: {
    zh: 'signature、timestamp、recvWindow 只能各出现一次',
    en: 'signature, timestamp and recvWindow may be sent once each',
  },
  timestampMissing: {
    zh: '缺少参数 timestamp，应为毫秒时间戳',
    en: 'The parameter timestamp is missing; send milliseconds since the epoch',
  },
  recvWindowInvalid: { zh: 'recvWindow 应在 1 至 60000 之间', en: 'recvWindow must be 1 to 60000' },
  timestampOutside: {
    zh: 'timestamp 与服务器时间相差过大，请校准时间',
    en: 'The timestamp is outside of recvWindow; check your clock',
  },
  unknownPasskey: { zh: '通行密钥不存在', en: 'No such passkey' },
  pushNotOffered: { zh: '暂不支持推送通知', en: 'Push notifications are not offered here' },
  unknownPushService: {
    zh: '暂不支持该浏览器的推送服务',
    en: 'This browser’s push service is not supported',
  },
  notificationFixed: { zh: '此项通知不可更改', en: 'This notification can’t be changed' },
  unknownSession: { zh: '该登录不存在或已退出', en: 'No such session' },
  unknownUpload: { zh: '图片不存在', en: 'No such picture' },
  identityNotOpen: { zh: '认证正在审核或已通过', en: 'Your identity is under review or verified already' },

  unknownChain: { zh: '该币种不支持此网络', en: 'This coin doesn’t support this network' },
  unknownAddress: { zh: '地址不存在', en: 'No such address' },
  unknownMessage: { zh: '消息不存在', en: 'No such message' },
  addressInvalid: { zh: '该地址不适用于此网络', en: 'This is not an address of this network' },
  addressUnusable: { zh: '不能提现到该地址', en: 'Money sent to this address would be lost' },
  addressOfHouse: {
    zh: '这是平台自己的钱包地址，不能提现到该地址',
    en: 'This address is a wallet of the exchange itself',
  },
  addressSaved: { zh: '该地址已添加', en: 'This address is saved already' },
  tooManyAddresses: { zh: '地址数量已达上限', en: 'You have the maximum number of addresses. Delete some first' },
  memoInvalid: { zh: '标签 / Memo 格式不正确', en: 'This is not a valid memo or tag for this network' },
  memoNotUsed: { zh: '该网络不使用标签 / Memo', en: 'This network uses no memo or tag' },
  withdrawalTooSmall: { zh: '低于最小提现数量 {min}', en: 'Amount is not enough: at least {min}' },
  withdrawalOverBalance: {
    zh: '余额不足：可用 {usable} {coin}',
    en: 'Balance low: {usable} {coin} is available',
  },
  withdrawalOverBalanceHeld: {
    zh: '余额不足：可用 {usable} {coin}，另有 {frozen} {coin} 冻结中',
    en: 'Balance low: {usable} {coin} is available, and {frozen} {coin} is on hold',
  },
  withdrawalTooLarge: {
    zh: '超过单笔上限 {max} {coin}',
    en: 'Over the maximum of one withdrawal: {max} {coin}',
  },
  withdrawalDayLimit: {
    zh: '超出 24 小时剩余额度 {left} USDT',
    en: 'Over the remaining 24h limit of {left} USDT',
  },
  withdrawalHeld: {
    zh: '因安全设置变更，{wait}内不可提现',
    en: 'Withdrawals are on hold for {wait}, because the account’s security settings changed',
  },
  addressTooNew: {
    zh: '新地址需等待 {wait}后才可提现',
    en: 'This address is new. You can withdraw to it in {wait}',
  },
  withdrawalNotInReview: { zh: '该提现申请已不可取消', en: 'The withdrawal can no longer be cancelled' },

  faucetLimit: { zh: '今日可领额度剩余 {left} USDT', en: 'Only {left} USDT is left for today' },
  unknownAlert: { zh: '提醒不存在', en: 'No such alert' },
  exportUnderWay: { zh: '已有导出正在进行，请等待完成', en: 'Another export is under way. Wait until it is done' },
  tooManyAlerts: { zh: '最多可设 {max} 个提醒', en: 'You have the maximum of {max} alerts. Delete one first' },
  unknownLayout: { zh: '布局不存在', en: 'No such layout' },
  tooManyLayouts: { zh: '最多可保存 {max} 个布局，请先删除不用的', en: 'You have {max} layouts. Delete one first' },
  noPrice: { zh: '该币种暂无价格', en: 'This coin has no price yet' },

  nothingToChange: { zh: '无需更改', en: 'There is nothing to change' },
  noPapers: { zh: '该用户没有待审证件', en: 'No identity documents of this customer are under review' },
  papersUnreadable: {
    zh: '证件资料无法解密：数据被更改，或密钥不匹配',
    en: 'These identity documents cannot be decrypted: their row was changed, or they were encrypted with another key',
  },
  notPassed: { zh: '该用户的身份认证不是已通过状态', en: 'This customer’s identity is not verified' },
  ownIdentityPass: {
    zh: '您通过了该用户的身份认证，大额提现须由其他操作员批准',
    en: 'You passed this customer’s identity: other operators must approve their large withdrawals',
  },
  approverDayFull: {
    zh: '{approver} 在 24 小时内批准的提现总额已达单人上限，须由其他操作员批准',
    en: '{approver} has reached the 24-hour limit of one operator: another operator must approve this one',
  },
  notViewed: {
    zh: '请先打开该提现，核对用户、地址与金额后再批准',
    en: 'Open this withdrawal and check the customer, address and amount before you approve it',
  },
  photosUnseen: {
    zh: '通过前请逐张查看该用户的证件照片',
    en: 'Look at every photo of these documents before you approve them',
  },
  notInReview: { zh: '该提现申请不在审核中', en: 'This withdrawal is not in review' },
  withdrawalAltered: {
    zh: '该提现记录与用户的申请不符或无法验证，只能拒绝',
    en: 'This record is not what the customer requested, or can’t be verified: it can only be rejected',
  },
  approveLocked: { zh: '该账户已锁定，解锁前不能批准提现', en: 'The account is locked: unlock it first' },
  approveHeld: {
    zh: '该账户因安全设置变更处于限制期，期满前不能批准提现',
    en: 'The account is on hold after a security change: wait until the hold ends',
  },
  approveRevoked: {
    zh: '该用户的身份认证已被撤销，此提现超出当前限额，只能拒绝',
    en: 'The identity of this customer is revoked, and the withdrawal is above their limit: reject it, or wait until they pass again',
  },
  approveLost: {
    zh: '该账户有充值因链上重组待确认，确认前不能批准提现',
    en: 'A deposit of the account is no longer on its chain: wait until it reappears or is reversed',
  },
  approveSigned: {
    zh: '该提现曾签名而未发出，只能拒绝，请用户重新申请',
    en: 'This was signed once and never sent: it can only be rejected',
  },
  assetListed: { zh: '该币种已存在', en: 'This asset is listed already' },
  unknownTier: { zh: '费率等级不存在', en: 'No such fee tier' },
  tierTaken: { zh: '已有费率等级从此成交额开始', en: 'Another fee tier begins at this turnover' },
  marketListed: { zh: '该交易对已存在', en: 'This market already exists' },
  rateOfCoin: { zh: '只能设置各国法币的汇率', en: 'Only fiat currencies have a rate' },
  rateMalformed: { zh: '汇率须大于 0，且最多 12 位小数', en: 'A rate is above 0 and has at most 12 decimals' },
  rateNeeded: { zh: '该汇率不可删除', en: 'This rate can’t be removed' },
  marketRules: { zh: '规则有误：{problem}', en: 'The rules are invalid: {problem}' },
  feeTooHigh: { zh: '手续费率不得超过 {max}%', en: 'A fee is at most {max} %' },
  termsChanged: {
    zh: '提交申请后设置已被更改，请否决后重新申请',
    en: 'The settings have changed since this was proposed. Refuse it and propose it again',
  },
} as const satisfies Record<string, Message>;

export type MessageKey = keyof typeof messages;

/** Messages of refused form fields, by the contract's keys. */
export const fieldMessages: Readonly<Record<FieldError, Message>> = {
  ...fieldFormMessages,
  ...bankFieldMessages,
  blank: { zh: '字段不能为空', en: 'Fields cannot be blank' },
  email: { zh: '邮箱格式不正确', en: 'This is not an e-mail address' },
  code: { zh: '验证码为 6 位数字', en: 'The code has 6 digits' },
  amount: { zh: '请输入正确的数字', en: 'Enter a valid number' },
  passwordTooShort: { zh: '密码至少 8 个字符', en: 'The password needs at least 8 characters' },
  passwordTooLong: { zh: '密码最多 256 个字符', en: 'The password may have at most 256 characters' },
  passwordTooCommon: { zh: '该密码过于常见，请换一个', en: 'This password is too common. Choose another' },
  passwordMismatch: { zh: '两次密码不一致', en: 'The two passwords do not match' },
  choice: { zh: '选项无效', en: 'This is not one of the choices' },
  id: { zh: '格式不正确', en: 'This has the wrong format' },
  number: { zh: '请输入范围内的整数', en: 'Enter a whole number within the range' },
  tooLong: { zh: '内容过长', en: 'This is too long' },
  payPassword: { zh: '交易密码为 6 位数字', en: 'The transaction password has 6 digits' },
  payPasswordTooCommon: { zh: '该交易密码过于简单，请换一个', en: 'This is too easy to guess. Choose other digits' },
  secondFactor: { zh: '请输入 6 位动态码或恢复码', en: 'Enter the 6 digits of the app or a recovery code' },
  phone: {
    zh: '请输入带国家代码的手机号，如 +86 138 0013 8000',
    en: 'Enter the number with its country code, like +86 138 0013 8000',
  },
  nickname: { zh: '昵称含有不可用的字符', en: 'The nickname has characters that cannot be used' },
  antiPhishing: { zh: '防钓鱼码含有不可用的字符', en: 'The anti-phishing code has characters that cannot be used' },
  addressList: {
    zh: '请输入有效的 IP 地址或网段，最多 20 个',
    en: 'Enter valid IP addresses or networks, 20 at most',
  },
  addressListNeeded: {
    zh: '开启提现权限需填写可用 IP',
    en: 'The right to withdraw requires a list of IP addresses',
  },
  publicKey: { zh: '请输入 Ed25519 公钥（PEM）', en: 'Enter an Ed25519 public key (PEM)' },
  futureTime: { zh: '请选择将来的时间', en: 'Choose a time in the future' },
  label: { zh: '名称含有不可用的字符', en: 'The name has characters that cannot be used' },
  sameEmail: { zh: '该邮箱已绑定在您的账户上', en: 'This address is bound to your account already' },
  country: { zh: '请选择国家或地区', en: 'Choose a country or region' },
  idNumber: { zh: '证件号码不正确', en: 'This number is not valid for this type of document' },
  upload: { zh: '图片不存在或已被使用，请重新上传', en: 'The picture is missing or was used before. Upload it again' },
  image: { zh: '请上传 JPG 或 PNG 图片', en: 'Choose a JPG or PNG picture' },
  inviteCode: { zh: '没有这个邀请码', en: 'This invite code doesn’t exist' },
  time: { zh: '时间格式应为 HH:MM', en: 'Enter a time like 22:30' },
  imageTooLarge: { zh: '图片须小于 1 MB 且不超过 2500 万像素', en: 'The picture must be under 1 MB and 25 megapixels' },
};

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Names of a message's placeholders. */
export type PlaceholderOf<Key extends MessageKey> = Placeholder<(typeof messages)[Key][Lang]>;
/** A value that differs by language has both texts. */
export type MessageValue = string | number | Message;
export type MessageValues = Readonly<Record<string, MessageValue>>;

const placeholder = /\{(\w+)\}/g;

/** A message in a language, with its placeholders filled in. A placeholder without a value is kept. */
export function say(message: Message, lang: Lang, values?: MessageValues): string {
  const text = message[lang];
  if (!values) return text;
  return text.replace(placeholder, (whole, name: string) => {
    const value = values[name] ?? whole;
    if (typeof value === 'object') return value[lang];
    // An id is no number.
    return name === 'traceId' ? String(value) : readable(String(value));
  });
}

const plainNumber = /^\d+(\.\d+)?$/;

/** A number with separators of thousands and without zeros at the end of its decimals; any other value as it is. */
function readable(value: string): string {
  if (!plainNumber.test(value)) return value;
  const trimmed = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
  return trimmed.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}
