import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';
import { order } from './orders/order.ts';

/** One coin in one account. `value` is in USDT; null if the coin has no price path to USDT. */
export const balance = lazy(() =>
  z.object({
    coin: z.string(),
    name: z.string(),
    icon: z.string(),
    usable: field.decimal(),
    frozen: field.decimal(),
    total: field.decimal(),
    value: z.nullable(field.decimal()),
  }),
);
export type Balance = SchemaOutput<typeof balance>;

/**
 * Types of statement lines. `bankDeposit` came from a bank, also if it is a payout that the bank returned, and `bankPayout` went to one; as filters,
 * `deposit` and `withdraw` include them. `adjust` is a correction by the exchange, `reward` a gift from it.
 */
export const statementTypes = [
  'deposit',
  'withdraw',
  'trade',
  'fee',
  'transfer',
  'adjust',
  'reward',
  'bankDeposit',
  'bankPayout',
] as const;

const statementOrder = lazy(() => {
  const { id, symbol, side, type, price, stopPrice, filled, filledTotal, average, fee, feeCoin, state } = order().shape;
  return z.object({ id, symbol, side, type, price, stopPrice, filled, filledTotal, average, fee, feeCoin, state });
});
export type StatementOrder = SchemaOutput<typeof statementOrder>;

/**
 * One movement of one coin in one account. Each line changes the previous balance of the same coin by `amount` to `balance`, so a trade and its
 * fee are two lines. `fee` equals `amount` on lines of type `fee` and is zero elsewhere. Freezing changes no balance and adds no line.
 * `ref` is the order id for trades and their fees, the withdrawal id for withdrawals and their fees, otherwise the requestId.
 * `order` is the order of a trade or its fee, with all its fills so far: lines with the same order are one line to a reader.
 * Withdrawals under way precede the first page's lines, in addition to its `limit`, with their state, their `amount` with the `fee` included, and the present balance.
 */
export const statementLine = lazy(() =>
  z.object({
    id: z.string(),
    coin: z.string(),
    type: z.enum(statementTypes),
    /** Signed. */
    amount: field.decimal(),
    fee: field.decimal(),
    /** Available plus frozen, after the movement. */
    balance: field.decimal(),
    state: z.enum(['done', 'review', 'approved', 'sent']),
    time: field.time(),
    ref: z.string(),
    order: z.optional(statementOrder()),
  }),
);
export type StatementLine = SchemaOutput<typeof statementLine>;

const statementFilter = lazy(() => ({
  coin: z.optional(field.coin()),
  type: z.optional(field.choice(statementTypes)),
  /** `from` is inclusive, `to` exclusive; milliseconds since the epoch. */
  from: z.optional(field.timestamp()),
  to: z.optional(field.timestamp()),
}));

const exportId = lazy(() => z.string('id').check(z.regex(/^[A-Za-z0-9_-]{24}$/, 'id')));

/** A whole statement as a file that is being made, or is there. `failed` says nothing about the statement: start it again. */
export const statementExport = lazy(() =>
  z.object({
    id: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    /** Percent. */
    progress: field.whole(),
    lines: field.whole(),
    /** Of the file; 0 until it is done. */
    parts: field.whole(),
  }),
);

export const assetsCalls = {
  overview: defineCall({
    method: 'GET',
    path: '/api/assets/index.html',
    auth: 'required',
    keyRight: 'read',
    weight: 3,
    summary: 'Returns all my balances and their valuation.',
    input: () => z.object({}),
    output: () =>
      z.object({
        valuation: z.object({
          coin: field.decimal(),
          fiat: field.decimal(),
          total: field.decimal(),
          unit: z.literal('USDT'),
          local: z.object({ unit: z.string(), total: field.decimal() }),
        }),
        accounts: z.object({ coin: z.array(balance()), fiat: z.array(balance()) }),
      }),
  }),
  worth: defineCall({
    method: 'GET',
    path: '/api/assets/worth.html',
    auth: 'required',
    keyRight: 'read',
    weight: 250,
    summary:
      'Returns the hourly value of my assets over the last 24 hours, at the prices of each hour, and the gain or loss. Deposits and withdrawals do not count as gain.',
    input: () => z.object({}),
    output: () =>
      z.object({
        unit: z.literal('USDT'),
        /** Oldest first; the last point is the present. */
        points: z.array(z.object({ time: field.time(), total: field.decimal() })),
        /** Signed. */
        gain: field.decimal(),
        /** The gain as a signed fraction of the opening value plus deposits; null if that sum is zero. */
        change: z.nullable(field.decimal()),
      }),
  }),
  coinStatement: defineCall({
    method: 'GET',
    path: '/api/assets/coinbill.html',
    auth: 'required',
    keyRight: 'read',
    weight: 60,
    summary:
      'Lists the statement of my coin account, newest first. A page may be shorter than `limit`; there are more lines as long as `next` is not null.',
    input: () => z.object({ ...statementFilter(), ...field.page() }),
    output: () => field.pageOf(statementLine()),
  }),
  fiatStatement: defineCall({
    method: 'GET',
    path: '/api/assets/encybill.html',
    auth: 'required',
    keyRight: 'read',
    weight: 60,
    summary:
      'Lists the statement of my fiat account, newest first. A page may be shorter than `limit`; there are more lines as long as `next` is not null.',
    input: () => z.object({ ...statementFilter(), ...field.page() }),
    output: () => field.pageOf(statementLine()),
  }),
  statementFile: defineCall({
    method: 'GET',
    path: '/api/assets/statement.html',
    auth: 'required',
    keyRight: 'read',
    weight: 300,
    summary:
      'Exports a statement as CSV in my language (UTF-8 with a byte order mark, safe to open in a spreadsheet), newest first, up to 2,000 lines; `next` is the cursor of the following lines.',
    input: () =>
      z.object({
        account: z._default(field.choice(['coin', 'fiat']), 'coin'),
        ...statementFilter(),
        cursor: field.page().cursor,
      }),
    output: () =>
      z.object({
        name: z.string(),
        csv: z.string(),
        lines: field.whole(),
        next: z.nullable(z.string()),
        /** True if older trades of these times are in the archive: `startExport` includes them. */
        isArchived: z.boolean(),
      }),
  }),
  startExport: defineCall({
    method: 'POST',
    path: '/api/assets/export.html',
    auth: 'required',
    keyRight: 'read',
    weight: 300,
    summary:
      'Starts an export of a whole statement to one CSV file in my language, with everything that is in the archive. The same request within an hour continues or returns the first one; another is refused while one is under way.',
    input: () => z.object({ account: z._default(field.choice(['coin', 'fiat']), 'coin'), ...statementFilter() }),
    output: () => statementExport(),
  }),
  exportState: defineCall({
    method: 'GET',
    path: '/api/assets/export-state.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary: 'Returns the progress of an export. A file is kept for a day.',
    input: () => z.object({ id: exportId() }),
    output: () => statementExport(),
  }),
  exportPart: defineCall({
    method: 'GET',
    path: '/api/assets/export-part.html',
    auth: 'required',
    keyRight: 'read',
    weight: 60,
    summary:
      'Returns a part of an export that is done, from 0 on: the file is all parts, one after the other (UTF-8 with a byte order mark, safe to open in a spreadsheet).',
    input: () => z.object({ id: exportId(), part: field.integer(0, 1_000_000) }),
    output: () => z.object({ name: z.string(), csv: z.string() }),
  }),
};
