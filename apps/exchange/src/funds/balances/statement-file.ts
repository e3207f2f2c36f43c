import type { calls, Lang, StatementLine, StatementOrder } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import { csvLine } from './csv.ts';
import { readStatement } from './statement.ts';
import type { StatementSource } from './statement-source.ts';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { StatementQuery } from './statement-rows.ts';

/** Maximum number of lines in one answer: ten times as many would block other requests while they are written. */
const maxLines = 2_000;
/** Marks the text as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF';

const headings: Readonly<Record<Lang, readonly string[]>> = {
  zh: [
    '时间 (UTC)',
    '币种',
    '类型',
    '数量',
    '手续费',
    '余额',
    '状态',
    '关联编号',
    '流水号',
    '交易对',
    '方向',
    '委托类型',
    '委托价',
    '触发价',
    '均价',
  ],
  en: [
    'Time (UTC)',
    'Coin',
    'Type',
    'Amount',
    'Service charge',
    'Balance',
    'State',
    'Reference',
    'Id',
    'Market',
    'Side',
    'Order type',
    'Price',
    'Trigger price',
    'Average price',
  ],
};

const typeNames: Readonly<Record<StatementLine['type'], Readonly<Record<Lang, string>>>> = {
  deposit: { zh: '充值', en: 'Deposit' },
  withdraw: { zh: '提现', en: 'Withdrawal' },
  bankDeposit: { zh: '银行充值', en: 'Bank deposit' },
  bankPayout: { zh: '银行提现', en: 'Bank withdrawal' },
  trade: { zh: '交易', en: 'Trade' },
  fee: { zh: '手续费', en: 'Service charge' },
  transfer: { zh: '划转', en: 'Transfer' },
  adjust: { zh: '调整', en: 'Adjustment' },
  reward: { zh: '奖励', en: 'Reward' },
};

const stateNames: Readonly<Record<StatementLine['state'], Readonly<Record<Lang, string>>>> = {
  done: { zh: '完成', en: 'Done' },
  review: { zh: '审核中', en: 'Under review' },
  approved: { zh: '待发送', en: 'Queued' },
  sent: { zh: '确认中', en: 'Confirming' },
};

const sideNames: Readonly<Record<StatementOrder['side'], Readonly<Record<Lang, string>>>> = {
  buy: { zh: '买入', en: 'Buy' },
  sell: { zh: '卖出', en: 'Sell' },
};

const orderTypeNames = {
  limit: { zh: '限价', en: 'Limit' },
  market: { zh: '市价', en: 'Market' },
  'stop-limit': { zh: '限价止损', en: 'Stop limit' },
  'stop-market': { zh: '市价止损', en: 'Stop market' },
} as const satisfies Record<string, Readonly<Record<Lang, string>>>;

/** The order's columns; empty for lines that come from no order. */
function orderCells(order: StatementOrder | undefined, lang: Lang): readonly string[] {
  if (order === undefined) return ['', '', '', '', '', ''];
  const { symbol, side, type, price, stopPrice, average } = order;
  const kind = stopPrice === undefined ? type : (`stop-${type}` as const);
  const typeName = orderTypeNames[kind][lang];
  return [symbol, sideNames[side][lang], typeName, price ?? '', stopPrice ?? '', average ?? ''];
}

/** Returns a statement as a CSV file. */
export function statementFile(source: StatementSource): Handler<typeof calls.assets.statementFile> {
  return async ({ account, ...query }, { customer, lang }) => {
    const page = await readStatement(source, { owner: customer.id, kind: account }, { ...query, limit: maxLines });
    const isArchived =
      query.cursor === undefined && (await reachesArchive(source.db, { ...query, owner: customer.id }));
    const lines = [headingLine(lang), ...page.items.map((record) => fileLine(record, lang))];
    return {
      name: `fft-${account}-statement.csv`,
      csv: byteOrderMark + lines.join(''),
      lines: page.items.length,
      next: page.next,
      isArchived,
    };
  };
}

export const headingLine = (lang: Lang): string => csvLine(headings[lang]);

export const fileLine = (record: StatementLine, lang: Lang): string => csvLine(cells(record, lang));

function cells(record: StatementLine, lang: Lang): readonly string[] {
  return [
    new Date(record.time).toISOString().replace('T', ' ').slice(0, 19),
    record.coin,
    typeNames[record.type][lang],
    record.amount,
    record.fee,
    record.balance,
    stateNames[record.state][lang],
    record.ref,
    record.id,
    ...orderCells(record.order, lang),
  ];
}

/** True if trades of the customer in these times are in the archive, so that the tables alone don't have the whole statement. */
async function reachesArchive(
  db: Kysely<Tables>,
  { owner, from, type }: Pick<StatementQuery, 'from' | 'type'> & { readonly owner: number },
): Promise<boolean> {
  if (type !== undefined && type !== 'trade' && type !== 'fee') return false;
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from archive_files where table_name <> 'orders' and rows > 0 and until > ${from ?? 0}::bigint
    ) and exists (select from archived_balances where owner = ${owner}) as found`.execute(db);
  return rows[0]?.found === true;
}
