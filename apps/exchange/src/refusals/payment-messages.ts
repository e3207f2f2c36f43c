import { recoveryMessages } from './recovery-messages.ts';
import { reserveMessages } from './reserve-messages.ts';
import { tokenMessages } from './token-messages.ts';

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
