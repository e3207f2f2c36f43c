import type { LedgerLine } from './ledger-line.ts';

/** What a customer's lines mean. All amounts are positive. */
export type Happening =
  | {
      readonly kind: 'trade';
      readonly time: number;
      readonly base: number;
      readonly quote: number;
      readonly side: 'buy' | 'sell';
      readonly baseUnits: bigint;
      readonly quoteUnits: bigint;
      /** In the coin that was received. */
      readonly feeUnits: bigint;
    }
  /** Came from or went to the outside, another customer, or the exchange. */
  | { readonly kind: 'in' | 'out'; readonly time: number; readonly asset: number; readonly units: bigint }
  /** Paid for something other than a trade, as a withdrawal. */
  | { readonly kind: 'fee'; readonly time: number; readonly asset: number; readonly units: bigint };

/** Lines that don't make sense together: counting stops rather than guess. */
export class UnclearHistory extends Error {
  override readonly name = 'UnclearHistory';
}

/**
 * Groups whole entries of one customer's lines, in their order. The ledger writes a trade as a line of the quote coin, one of the base coin, and its fee if there
 * is one. Transfers between both accounts of the customer change nothing.
 * @throws UnclearHistory
 */
export function happeningsOf(lines: readonly LedgerLine[]): readonly Happening[] {
  const found: Happening[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined || line.amount === 0 || line.reason === 'transfer') continue;
    if (line.reason !== 'trade') {
      found.push(moved(line));
      continue;
    }
    const base = lines[index + 1];
    const after = lines[index + 2];
    const fee = after !== undefined && isFeeOf(line, after) ? after : undefined;
    found.push(traded(line, base, fee));
    index += fee === undefined ? 1 : 2;
  }
  return found;
}

function moved({ time, asset, amount, reason }: LedgerLine): Happening {
  const kind = amount > 0 ? 'in' : reason === 'fee' ? 'fee' : 'out';
  return { kind, time, asset, units: BigInt(Math.abs(amount)) };
}

const isFeeOf = (trade: LedgerLine, line: LedgerLine): boolean =>
  line.reason === 'fee' && line.sequence === trade.sequence && line.order_id === trade.order_id;

function traded(quote: LedgerLine, base: LedgerLine | undefined, fee: LedgerLine | undefined): Happening {
  const { sequence, position, order_id: order } = quote;
  const where = `at entry ${sequence}, position ${position}`;
  const isPair = base?.reason === 'trade' && base.sequence === sequence && base.order_id === order;
  if (!isPair || base.amount > 0 === quote.amount > 0) throw new UnclearHistory(`half a trade ${where}`);
  const side = base.amount > 0 ? 'buy' : 'sell';
  if (fee !== undefined && (fee.asset !== (side === 'buy' ? base.asset : quote.asset) || fee.amount > 0))
    throw new UnclearHistory(`a fee of another coin ${where}`);
  return {
    kind: 'trade',
    time: quote.time,
    base: base.asset,
    quote: quote.asset,
    side,
    baseUnits: BigInt(Math.abs(base.amount)),
    quoteUnits: BigInt(Math.abs(quote.amount)),
    feeUnits: BigInt(-(fee?.amount ?? 0)),
  };
}
