/** Refusals about coins that weren't credited. */
export const recoveryMessages = {
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
