import type { BankFileError, FileProblem } from '@fft/bank-files';
import type { Message } from '../../refusals/say.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';

/** What is wrong with a bank's file. */
export const problemTexts: Readonly<Record<FileProblem, Message>> = {
  tooLarge: { zh: '文件过大', en: 'the file is too large' },
  encoding: { zh: '编码与声明不符', en: 'its encoding is not the declared one' },
  notWellFormed: { zh: 'XML 格式错误', en: 'the XML is not well-formed' },
  doctype: { zh: '不允许 DOCTYPE 声明', en: 'a DOCTYPE is not allowed' },
  tooDeep: { zh: '层级过深或元素过多', en: 'it is nested too deep or has too many elements' },
  unknownFormat: { zh: '不是可读取的格式', en: 'the format is unknown' },
  missing: { zh: '缺少必要内容', en: 'something is missing' },
  malformed: { zh: '内容格式错误', en: 'it is malformed' },
  date: { zh: '日期无效，或与声明的格式不符', en: 'this is not a day in the declared form' },
  amount: { zh: '金额格式错误', en: 'this is not an amount' },
  currency: { zh: '币种与账户不符', en: 'the currency is not the account’s' },
  account: { zh: '银行账号与所选账户不符', en: 'the account is another one' },
  noReference: { zh: '分录没有银行流水号', en: 'the entry has no reference of the bank' },
  twice: { zh: '同一分录出现两次', en: 'the same entry appears twice' },
  balances: { zh: '余额与分录合计不符', en: 'the balances do not add up' },
  columns: { zh: '缺少列或列名重复', en: 'a column is missing or appears twice' },
  order: {
    zh: '无法判断最早的分录在哪一端，请在账户的 CSV 设置中声明 order',
    en: 'nothing shows which end is older: declare the order with the account’s columns',
  },
  empty: { zh: '文件没有对账单', en: 'the file has no statement' },
};

/** The answer to a file that can't be read: 400 with the wrong line. */
export function refusalOf({ line, problem, detail }: BankFileError): Refusal {
  const values = { line, problem: problemTexts[problem], detail };
  return refuse('bankFileWrong', { values, data: { line, problem, detail } });
}
