import type { CancelReason, PlaceOrder } from '@fft/engine';

/**
 * An order with its running totals, as lists and streams show it. The engine itself keeps only what matching needs;
 * this is folded from its events, in ledger integers.
 */
export interface OrderRecord {
  readonly orderId: number;
  /** With the price and quantity that it was amended to. */
  command: PlaceOrder;
  readonly time: number;
  /** A stop whose price wasn't reached yet. */
  isWaiting: boolean;
  updated: number;
  filledLots: number;
  /** Quote units paid or received. */
  filledNotional: number;
  /** Units of what the order receives: base for a buy, quote for a sell. */
  fee: number;
  state: 'processing' | 'filled' | 'cancelled';
  reason: CancelReason | null;
}

export function newOrderRecord(orderId: number, command: PlaceOrder, time: number): OrderRecord {
  return {
    orderId,
    command,
    time,
    isWaiting: false,
    updated: time,
    filledLots: 0,
    filledNotional: 0,
    fee: 0,
    state: 'processing',
    reason: null,
  };
}
