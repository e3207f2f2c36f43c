import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals about bank money. */
export const { refusals, refuse, is } = refusalsOf({
  bankAccountSaved: { kind: 'conflict', zh: '该银行账户已添加', en: 'This bank account is saved already' },
  bankAccountUnlisted: { kind: 'conflict', zh: '该银行账户未启用', en: 'This bank account isn’t listed' },
  bankFileWrong: {
    kind: 'badRequest',
    zh: '第 {line} 行有误：{problem}（{detail}）。文件未导入',
    en: 'Line {line} is wrong: {problem} ({detail}). Nothing of the file was imported',
  },
  bankFileRead: { kind: 'conflict', zh: '该文件已导入', en: 'This file was imported already' },
  bankEntryDecided: { kind: 'conflict', zh: '该分录已处理', en: 'This entry isn’t in the queue any more' },
  bankEntryNotCreditable: { kind: 'conflict', zh: '该分录只能忽略', en: 'This entry can only be ignored' },
  bankEntryNoTwin: {
    kind: 'conflict',
    zh: '该分录没有存疑的相同分录，或金额不同',
    en: 'No known entry of the same amount is in doubt here',
  },
  bankEntryTwin: {
    kind: 'conflict',
    zh: '请先判定它与已知分录是否为同一笔',
    en: 'Decide first whether it is the known entry or another one',
  },
  bankSenderUnknown: {
    kind: 'conflict',
    zh: '银行没有提供汇款人的姓名或 IBAN，无法退回',
    en: 'The bank names no sender or no IBAN, so it can’t be returned',
  },
  bankAnswerUnknown: {
    kind: 'conflict',
    zh: '该回执不属于任何已放行的批次，或包含批次中没有的付款',
    en: 'This answers no released batch, or names a payment that the batch doesn’t have',
  },
  bankNameUnwritable: {
    kind: 'conflict',
    zh: '银行无法接收您认证的姓名（超过 70 个字符或含无法转写的字符），请联系客服',
    en: 'Banks don’t take your verified name: it has more than 70 characters, or signs that can’t be written. Contact support',
  },
  bankBatchChanged: {
    kind: 'conflict',
    zh: '付款清单已变化，请重新提交',
    en: 'The list of payments has changed. Propose it again',
  },
  bankBatchNotReleased: { kind: 'conflict', zh: '该批次尚未放行', en: 'This batch isn’t released' },
  payoutNotFailing: {
    kind: 'conflict',
    zh: '只能退回已批准或已发出、且对账单未显示的提现',
    en: 'Only a payout that was approved or sent, and that no statement shows, can be given back',
  },
  bankDayWhole: { kind: 'conflict', zh: '该日没有待说明的差异', en: 'This day has no open difference' },
  bankBreak: {
    kind: 'conflict',
    zh: '该账户对账有差异，付款已暂停',
    en: 'The statements of this account differ from the ledger: payments are stopped',
  },
});
