import type { BankBatchLine, BatchItemLine, BatchPayment } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { BatchRow } from './batches.ts';
import { formatMinor } from '../entries/minor-units.ts';
import type { BatchItem } from '../tables.ts';

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

/** The state of each payment of a released batch, by its `endToEnd`. */
export async function paymentStates(
  db: Kysely<Tables>,
  { state, items }: BatchRow,
): Promise<ReadonlyMap<string, BatchPayment['state']>> {
  if (state !== 'released') return new Map();
  // No row has id 0. It keeps the list of ids from being empty.
  const idsOf = (kind: BatchItem['kind']): number[] => [
    0,
    ...items.filter((item) => item.kind === kind).map(({ id }) => id),
  ];
  const [payouts, cameBack, returns] = await Promise.all([
    db.selectFrom('withdrawals').select(['id', 'state']).where('id', 'in', idsOf('payout')).execute(),
    db
      .selectFrom('bank_entries')
      .select('payout')
      .where('payout', 'in', idsOf('payout'))
      .where('state', '=', 'gaveBack')
      .execute(),
    db.selectFrom('bank_entries').select(['id', 'state']).where('id', 'in', idsOf('return')).execute(),
  ]);
  return new Map(
    items.map(({ kind, id, endToEnd }): [string, BatchPayment['state']] => {
      if (kind === 'return')
        return [endToEnd, returns.find((row) => row.id === id)?.state === 'returned' ? 'done' : 'atBank'];
      if (cameBack.some(({ payout }) => payout === id)) return [endToEnd, 'cameBack'];
      const now = payouts.find((row) => row.id === id)?.state;
      return [endToEnd, now === 'done' || now === 'failed' ? now : 'atBank'];
    }),
  );
}
