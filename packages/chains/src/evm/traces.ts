import type { Hash } from 'viem';
import { nativeValuePosition, lowerCaseAddress, type Transfer } from './transfers.ts';

/** A call and its inner calls, in the form of a node's `callTracer`. */
export interface TracedCall {
  readonly type: string;
  readonly from: string;
  readonly to?: string | undefined;
  /** Hexadecimal. */
  readonly value?: string | undefined;
  /** Present if the call failed, which reverts it and its inner calls. */
  readonly error?: string | undefined;
  readonly calls?: readonly TracedCall[] | undefined;
}

/** Call types that move native coins; nodes also report a value for others. */
const moving: ReadonlySet<string> = new Set(['CALL', 'SELFDESTRUCT']);

/**
 * Returns the native-coin transfers made by contracts inside a transaction, without failed calls and their inner calls, and without the transaction's own
 * value. Positions count down from {@link nativeValuePosition} in call order.
 */
export function innerTransfersOf(txid: Hash, call: TracedCall): Transfer[] {
  const found: Transfer[] = [];
  let place = nativeValuePosition;
  const visit = (one: TracedCall, isUndone: boolean): void => {
    const position = place--;
    const isVoid = isUndone || one.error !== undefined;
    const amount = BigInt(one.value ?? '0x0');
    if (!isVoid && position !== nativeValuePosition && moving.has(one.type) && one.to !== undefined && amount > 0n)
      found.push({
        txid,
        position,
        token: null,
        from: lowerCaseAddress(one.from),
        to: lowerCaseAddress(one.to),
        amount,
      });
    for (const inner of one.calls ?? []) visit(inner, isVoid);
  };
  visit(call, false);
  return found;
}
