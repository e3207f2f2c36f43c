import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals about customers' money: addresses, withdrawals, fees and exports. */
export const { refusals, refuse, is } = refusalsOf({
  withdrawalsPaused: {
    kind: 'conflict',
    zh: '该网络暂停提现，资产不受影响。请选择其他网络或稍后再试',
    en: 'Withdrawals over this network are paused. Your balance is unaffected: choose another network, or try later',
  },
  notDoubtful: {
    kind: 'conflict',
    zh: '只有已上链但代币未报告转账的提现可以人工标记',
    en: 'Only a withdrawal that landed while its token reports no payment can be marked by hand',
  },
  otherTransaction: {
    kind: 'conflict',
    zh: '该交易不是此笔提现的交易',
    en: 'This isn’t a transaction of this withdrawal',
  },
  paymentChanged: {
    kind: 'conflict',
    zh: '该支出已变化，请否决后重新核对',
    en: 'This payment has changed: refuse this, and check it again',
  },
  apiKeyNeeded: {
    kind: 'keyRightMissing',
    zh: '此接口只能使用 API 密钥调用',
    en: 'This call requires an API key with the right to withdraw',
  },
  unknownAddress: { kind: 'notFound', zh: '地址不存在', en: 'No such address' },
  addressInvalid: { kind: 'addressInvalid', zh: '该地址不适用于此网络', en: 'This is not an address of this network' },
  addressUnusable: { kind: 'addressInvalid', zh: '不能提现到该地址', en: 'Money sent to this address would be lost' },
  addressOfHouse: {
    kind: 'addressInvalid',
    zh: '这是平台自己的钱包地址，不能提现到该地址',
    en: 'This address is a wallet of the exchange itself',
  },
  addressSaved: { kind: 'conflict', zh: '该地址已添加', en: 'This address is saved already' },
  memoInvalid: {
    kind: 'addressInvalid',
    zh: '标签 / Memo 格式不正确',
    en: 'This is not a valid memo or tag for this network',
  },
  memoNotUsed: { kind: 'addressInvalid', zh: '该网络不使用标签 / Memo', en: 'This network uses no memo or tag' },
  withdrawalTooSmall: {
    kind: 'amountOutOfRange',
    zh: '低于最小提现数量 {min}',
    en: 'Amount is not enough: at least {min}',
  },
  withdrawalOverBalance: {
    kind: 'insufficientBalance',
    zh: '余额不足：可用 {usable} {coin}',
    en: 'Balance low: {usable} {coin} is available',
  },
  withdrawalOverBalanceHeld: {
    kind: 'insufficientBalance',
    zh: '余额不足：可用 {usable} {coin}，另有 {frozen} {coin} 冻结中',
    en: 'Balance low: {usable} {coin} is available, and {frozen} {coin} is on hold',
  },
  withdrawalTooLarge: {
    kind: 'amountOutOfRange',
    zh: '超过单笔上限 {max} {coin}',
    en: 'Over the maximum of one withdrawal: {max} {coin}',
  },
  withdrawalDayLimit: {
    kind: 'withdrawalLimit',
    zh: '超出 24 小时剩余额度 {left} USDT',
    en: 'Over the remaining 24h limit of {left} USDT',
  },
  withdrawalHeld: {
    kind: 'withdrawalLimit',
    zh: '因安全设置变更，{wait}内不可提现',
    en: 'Withdrawals are on hold for {wait}, because the account’s security settings changed',
  },
  addressTooNew: {
    kind: 'withdrawalLimit',
    zh: '新地址需等待 {wait}后才可提现',
    en: 'This address is new. You can withdraw to it in {wait}',
  },
  withdrawalNotInReview: {
    kind: 'conflict',
    zh: '该提现申请已不可取消',
    en: 'The withdrawal can no longer be cancelled',
  },
  exportUnderWay: {
    kind: 'conflict',
    zh: '已有导出正在进行，请等待完成',
    en: 'Another export is under way. Wait until it is done',
  },
  ownIdentityPass: {
    kind: 'conflict',
    zh: '您通过了该用户的身份认证，大额提现须由其他操作员批准',
    en: 'You passed this customer’s identity: other operators must approve their large withdrawals',
  },
  approverDayFull: {
    kind: 'conflict',
    zh: '{approver} 在 24 小时内批准的提现总额已达单人上限，须由其他操作员批准',
    en: '{approver} has reached the 24-hour limit of one operator: another operator must approve this one',
  },
  notViewed: {
    kind: 'conflict',
    zh: '请先打开该提现，核对用户、地址与金额后再批准',
    en: 'Open this withdrawal and check the customer, address and amount before you approve it',
  },
  withdrawalAltered: {
    kind: 'conflict',
    zh: '该提现记录与用户的申请不符或无法验证，只能拒绝',
    en: 'This record is not what the customer requested, or can’t be verified: it can only be rejected',
  },
  approveLocked: {
    kind: 'conflict',
    zh: '该账户已锁定，解锁前不能批准提现',
    en: 'The account is locked: unlock it first',
  },
  approveHeld: {
    kind: 'conflict',
    zh: '该账户因安全设置变更处于限制期，期满前不能批准提现',
    en: 'The account is on hold after a security change: wait until the hold ends',
  },
  approveRevoked: {
    kind: 'conflict',
    zh: '该用户的身份认证已被撤销，此提现超出当前限额，只能拒绝',
    en: 'The identity of this customer is revoked, and the withdrawal is above their limit: reject it, or wait until they pass again',
  },
  approveLost: {
    kind: 'conflict',
    zh: '该账户有充值因链上重组待确认，确认前不能批准提现',
    en: 'A deposit of the account is no longer on its chain: wait until it reappears or is reversed',
  },
  approveSigned: {
    kind: 'conflict',
    zh: '该提现曾签名而未发出，只能拒绝，请用户重新申请',
    en: 'This was signed once and never sent: it can only be rejected',
  },
  unknownTier: { kind: 'notFound', zh: '费率等级不存在', en: 'No such fee tier' },
  tierTaken: { kind: 'conflict', zh: '已有费率等级从此成交额开始', en: 'Another fee tier begins at this turnover' },
});
