import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals about deposits and payments over chains. */
export const { refusals, refuse } = refusalsOf({
  recoveryNetwork: {
    kind: 'notFound',
    zh: '该网络未接入：请先接入该网络，再查找其交易',
    en: 'This network isn’t followed: open it first, then find its transactions',
  },
  recoveryAsked: { kind: 'conflict', zh: '该交易正在查找中', en: 'This transaction is being read already' },
  recoveryUnanswered: {
    kind: 'conflict',
    zh: '没有一天以内的查找结果，请重新查找该交易',
    en: 'There is no result of the last day: find the transaction again',
  },
  recoveryAltered: {
    kind: 'conflict',
    zh: '查找结果在数据库中被篡改，请重新查找该交易',
    en: 'The result was altered in the database: find the transaction again',
  },
  recoveryAgreed: { kind: 'conflict', zh: '已有两名操作员同意', en: 'Two operators have agreed to this already' },
  recoveryNothing: {
    kind: 'conflict',
    zh: '该交易没有可补入账的充值',
    en: 'This transaction brought nothing that can be credited',
  },
  depositsPaused: {
    kind: 'conflict',
    zh: '该网络暂停充值。已转入的币会在恢复后入账',
    en: 'Deposits over this network are paused. Coins that were sent already are credited once they resume',
  },
  paymentAsked: { kind: 'conflict', zh: '该支出已有待处理的请求', en: 'A request for this payment is already waiting' },
  paymentNotOpen: { kind: 'conflict', zh: '该支出未在途', en: 'This payment isn’t on its way' },
});
