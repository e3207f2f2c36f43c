import type { BankBatchLine, BatchItemLine } from '@fft/console-contract';
import type { BatchRow } from './batches.ts';
import { formatMinor } from './minor-units.ts';
import type { BatchItem } from './tables.ts';

/** A batch as operators see it, without its proposal, which another module knows. */
export type BatchLine = Omit<BankBatchLine, 'approval' | 'state'> & {
  readonly state: 'proposed' | 'released' | 'refused';
  readonly items: BatchItemLine[];
};

export function batchLine(row: BatchRow, coin: string): BatchLine {
  const { id, account, state, digest, proposer, releaser, time, released, items } = row;
  return {
    id,
    account,
    coin,
    state,
    count: items.length,
    total: formatMinor(row.total, coin),
    digest,
    proposer,
    releaser,
    time,
    released,
    items: items.map((item) => itemLine(item, coin)),
  };
}

export function itemLine(
  { kind, id, endToEnd, amount, customer, name, account }: BatchItem,
  coin: string,
): BatchItemLine {
  const { number, bank } = account;
  return { kind, id, endToEnd, amount: formatMinor(amount, coin), customer, name, number, bank };
}
