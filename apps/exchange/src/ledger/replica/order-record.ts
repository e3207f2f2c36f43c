import type { CancelReason, PlaceOrder } from '@fft/engine';

/**
 * An order with its running totals in ledger integers, as lists and streams show it. The engine keeps only what matching needs; this record is folded from its
 * events.
 */
export interface OrderRecord {
  readonly orderId: number;
  /** Price and quantity include amendments. */
  command: PlaceOrder;
  readonly time: number;
  /** True for a stop that has not been triggered. */
  isWaiting: boolean;
  updated: number;
  filledLots: number;
  /** Quote units paid or received. */
  filledNotional: number;
  /** Units of what the order receives: base for a buy, quote for a sell. */
  fee: number;
  state: 'processing' | 'filled' | 'cancelled';
  reason: CancelReason | null;
  /** When a stop was triggered; absent for other orders, and where an earlier version wrote the record. */
  triggered?: number;
  /** What its owner calls it since an amendment; absent while that is its `clientOrderId`. */
  renamed?: string;
}

/** What an order's owner calls it now. */
export const nameOfOrder = ({ renamed, command }: Pick<OrderRecord, 'renamed' | 'command'>): string =>
  renamed ?? command.clientOrderId;

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
