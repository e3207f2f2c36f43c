import { limitTo, integer, time } from '../param-types.ts';
import { optional, withDefault } from '../params.ts';

/** The newest rows that a list is chosen from. */
export const historyRows = 1_000;

/** Parameters of a list of deposits or withdrawals. */
export const pageParams = {
  startTime: optional(time),
  endTime: optional(time),
  offset: withDefault(integer(), 0),
  limit: withDefault(limitTo(1_000), 1_000),
};

interface Page {
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The wanted part of rows, newest first. */
export function historyPage<Row extends { readonly time: number }>(
  rows: readonly Row[],
  { startTime = 0, endTime = Infinity, offset, limit }: Page,
): readonly Row[] {
  return rows.filter((row) => row.time >= startTime && row.time <= endTime).slice(offset, offset + limit);
}
