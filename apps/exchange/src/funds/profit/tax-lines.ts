import type { Lang } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { Directory } from '../../ledger/listings/directory.ts';
import { formatUsdt } from '../../assets/prices/valuation.ts';
import { csvLine } from '../balances/csv.ts';
import { byteOrderMark } from '../balances/statement-file.ts';
import { countLines, type CountingSource } from './count-lines.ts';
import { gatherHistory, portionsOf, type GatheringHistory } from './gather-history.ts';
import { LotQueue } from './lots.ts';
import type { Disposal } from './profit-book.ts';
import { emptyState } from './state.ts';

export interface TaxReport {
  readonly owner: number;
  readonly lang: Lang;
  /** Start time in ms, included; and end time, not included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const linesAtOnce = 5_000;

const headings: Readonly<Record<Lang, readonly string[]>> = {
  zh: [
    '币种',
    '类型',
    '换得或换出',
    '买入时间 (UTC)',
    '转出时间 (UTC)',
    '数量',
    '成本 (USDT)',
    '所得 (USDT)',
    '手续费 (USDT)',
    '盈亏 (USDT)',
  ],
  en: [
    'Coin',
    'Type',
    'Against',
    'Acquired (UTC)',
    'Disposed (UTC)',
    'Quantity',
    'Cost (USDT)',
    'Proceeds (USDT)',
    'Fee (USDT)',
    'Gain (USDT)',
  ],
};

const kinds: Readonly<Record<Disposal['kind'], Readonly<Record<Lang, string>>>> = {
  trade: { zh: '交易', en: 'Trade' },
  fee: { zh: '手续费', en: 'Fee' },
  out: { zh: '转出', en: 'Transfer out' },
};

const unknown: Readonly<Record<Lang, string>> = { zh: '未知', en: 'Unknown' };

/**
 * Counts a customer's whole history from nothing, and yields the heading and a line for each part of a lot that left. A line's gain is its proceeds less its fee and its cost.
 * @throws ArchiveUnreadable, ArchiveAltered, UnclearHistory
 */
export async function* taxLines(
  { owner, lang, from = -Infinity, to = Infinity }: TaxReport,
  options: CountingSource & GatheringHistory,
): AsyncGenerator<string, undefined> {
  const { db, directory, signal } = options;
  const history = await gatherHistory(owner, { sequence: -1, time: 0 }, options);
  yield byteOrderMark + csvLine(headings[lang]);
  const state = emptyState();
  const queues = new Map<number, LotQueue>();
  for await (const { lines, sequence } of portionsOf(history, linesAtOnce)) {
    signal.throwIfAborted();
    const disposals: Disposal[] = [];
    await countLines({ db, directory }, lines, {
      state,
      reached: { sequence, time: 0 },
      lotsOf: (asset) => {
        const queue = queues.get(asset) ?? new LotQueue([]);
        queues.set(asset, queue);
        return Promise.resolve(queue);
      },
      onDisposal: (disposal) => disposals.push(disposal),
    });
    for (const disposal of disposals)
      if (disposal.time >= from && disposal.time < to) yield csvLine(cellsOf(disposal, directory, lang));
  }
}

function cellsOf(
  { asset, kind, against, acquired, time, units, cost, proceeds, fee }: Disposal,
  directory: Directory,
  lang: Lang,
): readonly string[] {
  const { code, decimals } = directory.asset(asset);
  const usdt = (worth: bigint | null): string => (worth === null ? unknown[lang] : formatUsdt(worth));
  // What is transferred out brings nothing and gains nothing.
  const isSold = kind !== 'out';
  return [
    code,
    kinds[kind][lang],
    against === null ? '' : directory.asset(against).code,
    timeOf(acquired),
    timeOf(time),
    formatDecimal(units, decimals),
    usdt(cost),
    isSold ? usdt(proceeds) : '',
    isSold ? formatUsdt(fee) : '',
    isSold ? usdt(cost === null || proceeds === null ? null : proceeds - fee - cost) : '',
  ];
}

const timeOf = (time: number): string => new Date(time).toISOString().replace('T', ' ').slice(0, 19);
