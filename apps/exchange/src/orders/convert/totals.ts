import type { Directory } from '../../ledger/listings/directory.ts';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';

export interface ConversionTotals {
  /** Units of the coin given. */
  readonly paid: number;
  /** Units of the coin taken, after the fee. */
  readonly received: number;
}

/** What the orders of a conversion cost and brought, first to last. */
export function totalsOf(directory: Pick<Directory, 'marketById'>, records: readonly OrderRecord[]): ConversionTotals {
  const [first, last] = [records[0], records.at(-1)];
  if (first === undefined || last === undefined) return { paid: 0, received: 0 };
  const [ofFirst, ofLast] = [first, last].map((record) => {
    const base = record.filledLots * directory.marketById(record.command.market).rules.unitsPerLot;
    return { base, quote: record.filledNotional, isBuy: record.command.side === 'buy' };
  });
  if (ofFirst === undefined || ofLast === undefined) return { paid: 0, received: 0 };
  return {
    paid: ofFirst.isBuy ? ofFirst.quote : ofFirst.base,
    received: (ofLast.isBuy ? ofLast.base : ofLast.quote) - last.fee,
  };
}
