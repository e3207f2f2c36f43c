/** Texts of responses about bank money. */
export const bankMessages = {
  bankAccountSaved: { zh: '该银行账户已添加', en: 'This bank account is saved already' },
  unknownBankAccount: { zh: '银行账户不存在', en: 'No such bank account' },
  bankAccountUnlisted: { zh: '该银行账户未启用', en: 'This bank account isn’t listed' },
  bankFileWrong: {
    zh: '第 {line} 行有误：{problem}（{detail}）。文件未导入',
    en: 'Line {line} is wrong: {problem} ({detail}). Nothing of the file was imported',
  },
  bankFileRead: { zh: '该文件已导入', en: 'This file was imported already' },
  bankEntryDecided: { zh: '该分录已处理', en: 'This entry isn’t in the queue any more' },
  bankEntryNotCreditable: { zh: '该分录只能忽略', en: 'This entry can only be ignored' },
  bankSenderUnknown: {
    zh: '银行没有提供汇款人的姓名或银行账号，无法退回',
    en: 'The bank names no sender or no account, so it can’t be returned',
  },
} as const;
