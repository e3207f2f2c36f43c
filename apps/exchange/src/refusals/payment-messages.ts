import { tokenMessages } from './token-messages.ts';

/** Refusals about signatures of wallets that hold reserves. */
const reserveMessages = {
  noColdWallet: { zh: '该网络没有冷钱包', en: 'This network has no cold wallet' },
  reservesOtherDay: {
    zh: '已公布新一天的总额，请签名新的文本',
    en: 'Newer totals are published: have the new text signed',
  },
  reservesOtherKey: {
    zh: '签名不是该冷钱包对这段文本的签名。请核对地址、整段文本与签名格式',
    en: 'This isn’t the cold wallet’s signature of this text. Check the address, the whole text and the form of the signature',
  },
} as const;

/** Refusals about coins that weren't credited. */
const recoveryMessages = {
  recoveryNetwork: {
    zh: '该网络未接入：请先接入该网络，再查找其交易',
    en: 'This network isn’t followed: open it first, then find its transactions',
  },
  recoveryAsked: { zh: '该交易正在查找中', en: 'This transaction is being read already' },
  recoveryUnanswered: {
    zh: '没有一天以内的查找结果，请重新查找该交易',
    en: 'There is no result of the last day: find the transaction again',
  },
  recoveryAltered: {
    zh: '查找结果在数据库中被篡改，请重新查找该交易',
    en: 'The result was altered in the database: find the transaction again',
  },
  recoveryAgreed: { zh: '已有两名操作员同意', en: 'Two operators have agreed to this already' },
  recoveryNothing: { zh: '该交易没有可补入账的充值', en: 'This transaction brought nothing that can be credited' },
} as const;

/** Refusals about payments over chains, about tokens, about coins that weren't credited, and about reserves. */
export const paymentMessages = {
  ...tokenMessages,
  ...recoveryMessages,
  ...reserveMessages,
  depositsPaused: {
    zh: '该网络暂停充值。已转入的币会在恢复后入账',
    en: 'Deposits over this network are paused. Coins that were sent already are credited once they resume',
  },
  withdrawalsPaused: {
    zh: '该网络暂停提现，资产不受影响。请选择其他网络或稍后再试',
    en: 'Withdrawals over this network are paused. Your balance is unaffected: choose another network, or try later',
  },
  networkNotFollowed: { zh: '该网络或其币种未接入', en: 'This network, or the coin on it, isn’t followed' },
  paymentAsked: { zh: '该支出已有待处理的请求', en: 'A request for this payment is already waiting' },
  paymentNotOpen: { zh: '该支出未在途', en: 'This payment isn’t on its way' },
  notDoubtful: {
    zh: '只有已上链但代币未报告转账的提现可以人工标记',
    en: 'Only a withdrawal that landed while its token reports no payment can be marked by hand',
  },
  otherTransaction: { zh: '该交易不是此笔提现的交易', en: 'This isn’t a transaction of this withdrawal' },
  paymentChanged: {
    zh: '该支出已变化，请否决后重新核对',
    en: 'This payment has changed: refuse this, and check it again',
  },
} as const;
