import { tradeCalls } from './orders/trade.ts';

/**
 * Calls that can also be sent over the stream's socket, after `auth`: `{ op, id, lang?, params }`, without waiting for earlier answers.
 * `params`, refusals and limits are those of the HTTP call; `message` is in English unless `lang` is zh.
 */
export const streamCalls = { create: tradeCalls.create, cancel: tradeCalls.cancel } as const;
export type StreamCallName = keyof typeof streamCalls;

/**
 * Maximum number of orders in one message `{ op: 'createMany', id, lang?, params: { orders: [ … ] } }`, each with the fields of `create`. They are
 * executed in order and independently, and answered together: `data` holds one envelope `{ code, message, data }` per order, in the same order.
 */
export const maxOrdersPerMessage = 50;
