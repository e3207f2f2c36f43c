import type { PlaceOrder } from '../command.ts';

/** An order's terms, without its client id and time. */
export type OrderTerms = Omit<PlaceOrder, 'type' | 'time' | 'clientOrderId'>;
