import type { calls, StatementLine, Lang } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import { csvLine } from './csv.ts';
import { readStatement, type StatementSource } from './statement.ts';

/** Maximum number of lines in one answer: ten times as many would block other requests while they are written. */
const maxLines = 2_000;
/** Marks the text as UTF-8 for spreadsheets. */
const byteOrderMark = '\uFEFF';

const headings: Readonly<Record<Lang, readonly string[]>> = {
  zh: ['时间 (UTC)', '币种', '类型', '数量', '手续费', '余额', '状态', '关联编号', '流水号'],
  en: ['Time (UTC)', 'Coin', 'Type', 'Amount', 'Service charge', 'Balance', 'State', 'Reference', 'Id'],
};

const typeNames: Readonly<Record<StatementLine['type'], Readonly<Record<Lang, string>>>> = {
  deposit: { zh: '充值', en: 'Deposit' },
  withdraw: { zh: '提现', en: 'Withdrawal' },
  trade: { zh: '交易', en: 'Trade' },
  fee: { zh: '手续费', en: 'Service charge' },
  transfer: { zh: '划转', en: 'Transfer' },
  adjust: { zh: '调整', en: 'Adjustment' },
  reward: { zh: '奖励', en: 'Reward' },
};

const done: Readonly<Record<Lang, string>> = { zh: '完成', en: 'Done' };

/** Returns a statement as a CSV file. */
export function statementFile(source: StatementSource): Handler<typeof calls.assets.statementFile> {
  return async ({ account, ...query }, { customer, lang }) => {
    const page = await readStatement(source, { owner: customer.id, kind: account }, { ...query, limit: maxLines });
    const lines = [headings[lang], ...page.items.map((record) => cells(record, lang))].map(csvLine);
    return {
      name: `fft-${account}-statement.csv`,
      csv: byteOrderMark + lines.join(''),
      lines: page.items.length,
      next: page.next,
    };
  };
}

function cells(record: StatementLine, lang: Lang): readonly string[] {
  return [
    new Date(record.time).toISOString().replace('T', ' ').slice(0, 19),
    record.coin,
    typeNames[record.type][lang],
    record.amount,
    record.fee,
    record.balance,
    done[lang],
    record.ref,
    record.id,
  ];
}
