import { tradeCalls } from './trade.ts';

/**
 * Calls that may be sent over the stream's socket too, after `auth`: `{ op, id, lang?, params }`, as many at once as one likes, and without waiting for the
 * answers in between. `params` are the call's fields, and fields, refusals and limits are those of the call; `message` is English unless `lang` is zh.
 */
export const streamCalls = { create: tradeCalls.create, cancel: tradeCalls.cancel } as const;
export type StreamCallName = keyof typeof streamCalls;

/**
 * Many orders in one message: `{ op: 'createMany', id, lang?, params: { orders: [ … ] } }`, up to so many, each with the fields of `create`. Carried out in
 * their order, each for itself, and answered together: `data` holds an envelope `{ code, message, data }` for each, in the same order.
 */
export const ordersPerMessage = 50;
