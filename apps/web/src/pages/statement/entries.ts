import type { StatementLine, StatementOrder } from '@fft/contract';
import { add, signOf, subtract } from '../../lib/exact.ts';

/** One movement as shown: all lines of an order, a withdrawal with its fee, or a single line. */
export interface Entry {
  readonly key: string;
  /** The newest line. */
  readonly record: StatementLine;
  /** Newest first. */
  readonly lines: readonly StatementLine[];
  readonly time: number;
  readonly order: StatementOrder | undefined;
}

/** Groups lines, newest first; an entry is where its newest line is. */
export function entriesOf(records: readonly StatementLine[]): readonly Entry[] {
  const byKey = Map.groupBy(records, keyOf);
  return [...byKey].flatMap(([key, lines]) => {
    const [record] = lines;
    return record ? [{ key, record, lines, time: record.time, order: record.order }] : [];
  });
}

/** Money that leaves the exchange. */
export const isWithdrawal = ({ type }: Pick<StatementLine, 'type'>): boolean =>
  type === 'withdraw' || type === 'bankPayout';

/** A fee without an order is the fee of a withdrawal. */
function keyOf({ id, type, ref, order, state }: StatementLine): string {
  if (order !== undefined) return `order-${order.id}`;
  return state === 'done' && (isWithdrawal({ type }) || type === 'fee') ? `withdrawal-${ref}` : id;
}

/** A withdrawal whose money has not left yet. */
export const isUnderWay = ({ record }: Pick<Entry, 'record'>): boolean => record.state !== 'done';

export interface Figure {
  readonly amount: string;
  readonly coin: string;
}

/** The changes of balances, the most interesting first. Of an order: what all its fills changed; with a coin chosen, the net change of that coin. */
export function figuresOf({ lines, record, order }: Entry, coin: string | null): readonly Figure[] {
  if (order === undefined) {
    return [{ amount: lines.reduce((sum, { amount }) => add(sum, amount), '0'), coin: record.coin }];
  }
  const fee = { amount: negated(order.fee), coin: order.feeCoin };
  if (lines.every(({ type }) => type === 'fee')) return [fee];
  const [base = '', quote = ''] = order.symbol.split('/');
  const isBuy = order.side === 'buy';
  const figures = [
    { amount: withPlacesOf(lines, isBuy ? order.filled : negated(order.filled), base), coin: base },
    { amount: isBuy ? negated(order.filledTotal) : order.filledTotal, coin: quote },
  ];
  if (coin === null) return isBuy ? figures : figures.toReversed();
  const isNet = lines.some(({ type }) => type === 'fee');
  return figures
    .filter((figure) => figure.coin === coin)
    .map((figure) => (isNet && fee.coin === coin ? { coin, amount: add(figure.amount, fee.amount) } : figure));
}

/** An order's quantity has its market's places: with as many as the coin has in the lines. */
function withPlacesOf(lines: readonly StatementLine[], amount: string, of: string): string {
  return lines
    .filter(({ coin }) => coin === of)
    .reduce((widened, { balance }) => add(widened, subtract(balance, balance)), amount);
}

const negated = (amount: string): string => subtract('0', amount);

/** The service charge of an entry without an order, like a withdrawal's for its network; null if there was none. An order shows its own. */
export function feeOf({ lines, record }: Entry): Figure | null {
  const fee = { amount: lines.reduce((sum, line) => add(sum, line.fee), '0'), coin: record.coin };
  return signOf(fee.amount) === 0 ? null : fee;
}
