import type { StatementLine } from '@fft/contract';
import { add, signOf } from '../../lib/exact.ts';

export interface StatementDay<Record> {
  /** Midnight in the customer's time zone, in milliseconds since the epoch. */
  readonly startMs: number;
  readonly records: readonly Record[];
}

/** Midnight at the start of a time's day, in the customer's time zone. */
export function dayStart(timeMs: number): number {
  const date = new Date(timeMs);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Groups records by day, newest first. */
export function byDay<Record extends { readonly time: number }>(
  records: readonly Record[],
): readonly StatementDay<Record>[] {
  const days: { startMs: number; records: Record[] }[] = [];
  for (const record of records) {
    const startMs = dayStart(record.time);
    const last = days.at(-1);
    if (last?.startMs === startMs) last.records.push(record);
    else days.push({ startMs, records: [record] });
  }
  return days;
}

export interface Totals {
  readonly incoming: string;
  readonly outgoing: string;
  readonly net: string;
}

/** What came in and went out of one coin, exactly. An entry counts as it is listed: what an order brought, less its fee. */
export function totalsOf(entries: readonly { readonly lines: readonly Pick<StatementLine, 'amount'>[] }[]): Totals {
  let [incoming, outgoing] = ['0', '0'];
  for (const { lines } of entries) {
    const amount = lines.reduce((sum, line) => add(sum, line.amount), '0');
    if (signOf(amount) > 0) incoming = add(incoming, amount);
    else outgoing = add(outgoing, amount);
  }
  return { incoming, outgoing, net: add(incoming, outgoing) };
}
