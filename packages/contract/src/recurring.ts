import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** Recurring buys of one customer. */
export const maxRecurring = 10;
/** Buys in a row that are skipped for a low balance before the recurring buy is paused. */
export const maxSkips = 3;
export const rhythms = ['day', 'week', 'month'] as const;

/** When it buys: at an hour of the customer's day, on a weekday (1 is Monday) or a day of the month. */
const rhythm = lazy(() => ({
  every: field.choice(rhythms),
  hour: field.integer(0, 23),
  weekday: z._default(field.integer(1, 7), 1),
  monthDay: z._default(field.integer(1, 28), 1),
  timeZone: z.string('blank').check(z.minLength(1, 'blank'), z.maxLength(64, 'tooLong')),
}));

/**
 * Why a buy was skipped, or a recurring buy paused: the balance was short; the market was not open, had no one on the other side, or too little; the price kept
 * moving; the customer's own open order was in the way; the amount is below the market's minimum; the exchange was away; the customer may not trade, or the account is locked; the password was reset, or the
 * account secured in another way.
 */
export const skipReasons = [
  'insufficientBalance',
  'marketClosed',
  'moved',
  'ownOrder',
  'amountTooSmall',
  'missed',
  'mayNotTrade',
  'accountLocked',
  'byCustomer',
  'accountSecured',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const recurringBuy = lazy(() =>
  z.object({
    id: z.string(),
    clientId: z.string(),
    from: z.string(),
    to: z.string(),
    amount: field.decimal(),
    every: z.enum(rhythms),
    hour: field.whole(),
    weekday: field.whole(),
    monthDay: field.whole(),
    timeZone: z.string(),
    state: z.enum(['running', 'paused']),
    reason: z.nullable(z.enum(skipReasons)),
    nextAt: z.nullable(field.time()),
    time: field.time(),
  }),
);
export type RecurringBuy = SchemaOutput<typeof recurringBuy>;

/** One buy: what it cost and brought after the fee, or why it was skipped. */
export const recurringRun = lazy(() =>
  z.object({
    number: field.whole(),
    due: field.time(),
    state: z.enum(['bought', 'skipped']),
    reason: z.nullable(z.enum(skipReasons)),
    orderId: z.nullable(z.string()),
    paid: z.nullable(field.decimal()),
    received: z.nullable(field.decimal()),
    price: z.nullable(field.decimal()),
  }),
);
export type RecurringRun = SchemaOutput<typeof recurringRun>;

const id = lazy(() => ({ id: field.serverId() }));

export const recurringCalls = {
  create: defineCall({
    method: 'POST',
    path: '/api/trade/recurringcreate.html',
    auth: 'required',
    keyRight: 'never',
    weight: 10,
    summary:
      'Begins a recurring buy: the server converts a fixed amount every day, week or month, as one all-or-nothing order with the price protection of a conversion. Repeating a clientId with the same body returns the same one.',
    input: () =>
      z.object({
        clientId: field.clientId(),
        from: field.coin(),
        to: field.coin(),
        amount: field.amount(),
        ...rhythm(),
      }),
    output: recurringBuy,
  }),
  change: defineCall({
    method: 'POST',
    path: '/api/trade/recurringchange.html',
    auth: 'required',
    keyRight: 'never',
    weight: 5,
    summary: 'Changes the amount and the times of a recurring buy. One that is paused goes on.',
    input: () => z.object({ ...id(), amount: field.amount(), ...rhythm() }),
    output: recurringBuy,
  }),
  pause: defineCall({
    method: 'POST',
    path: '/api/trade/recurringpause.html',
    auth: 'required',
    keyRight: 'never',
    weight: 5,
    summary: 'Pauses a recurring buy, or lets it go on. Buys that were due meanwhile are not made up for.',
    input: () => z.object({ ...id(), paused: field.flag() }),
    output: recurringBuy,
  }),
  resume: defineCall({
    method: 'POST',
    path: '/api/trade/recurringresume.html',
    auth: 'required',
    keyRight: 'never',
    weight: 10,
    summary:
      'Lets all my recurring buys go on that a password reset paused, or another act that secured the account. Lists my recurring buys.',
    input: () => z.object({}),
    output: () => z.array(recurringBuy()),
  }),
  remove: defineCall({
    method: 'POST',
    path: '/api/trade/recurringremove.html',
    auth: 'required',
    keyRight: 'never',
    weight: 5,
    summary: 'Deletes a recurring buy. What it bought stays.',
    input: () => z.object(id()),
    output: () => z.null(),
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/trade/recurring.html',
    auth: 'required',
    keyRight: 'never',
    weight: 5,
    summary: 'Lists my recurring buys, newest first.',
    input: () => z.object({}),
    output: () => z.array(recurringBuy()),
  }),
  history: defineCall({
    method: 'GET',
    path: '/api/trade/recurringhistory.html',
    auth: 'required',
    keyRight: 'never',
    weight: 5,
    summary: 'Lists the buys of one recurring buy, newest first, with those that were skipped.',
    input: () => z.object({ ...id(), ...field.page() }),
    output: () => field.pageOf(recurringRun()),
  }),
};
