import type { Hash } from 'viem';
import { ownValue, small, type Transfer } from './transfers.ts';

/** A call, and those that were made in it, as nodes tell them (`callTracer`). */
export interface TracedCall {
  readonly type: string;
  readonly from: string;
  readonly to?: string | undefined;
  /** Hexadecimal. */
  readonly value?: string | undefined;
  /** Of one that failed: what it did, and what was done in it, is undone. */
  readonly error?: string | undefined;
  readonly calls?: readonly TracedCall[] | undefined;
}

/** Those that move coins of the chain. Nodes name a value of others too, that stays where it is. */
const moving: ReadonlySet<string> = new Set(['CALL', 'SELFDESTRUCT']);

/**
 * What contracts passed on of the chain's own coin inside one transaction: nothing of calls that failed, or were made in one that did. The transaction's own value isn't among
 * it. A position is that of the call in the order of the calls, below {@link ownValue}.
 */
export function innerTransfersOf(txid: Hash, call: TracedCall): Transfer[] {
  const found: Transfer[] = [];
  let place = ownValue;
  const visit = (one: TracedCall, isUndone: boolean): void => {
    const position = place--;
    const isVoid = isUndone || one.error !== undefined;
    const amount = BigInt(one.value ?? '0x0');
    if (!isVoid && position !== ownValue && moving.has(one.type) && one.to !== undefined && amount > 0n)
      found.push({ txid, position, token: null, from: small(one.from), to: small(one.to), amount });
    for (const inner of one.calls ?? []) visit(inner, isVoid);
  };
  visit(call, false);
  return found;
}
