import type { PlaceOrder } from '../command.ts';

/** What an order asks for, whoever calls it what and since when. */
export type OrderTerms = Omit<PlaceOrder, 'type' | 'time' | 'clientOrderId'>;
