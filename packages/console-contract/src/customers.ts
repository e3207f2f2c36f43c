import { calls, fields as field, statementTypes } from '@fft/contract';
import * as z from 'zod/mini';
import { factors } from './acts/index.ts';
import { identityStates } from './identity-states.ts';
import { lockKinds } from './locks.ts';
import { writeCall, readCall } from './operator-call.ts';

export const customerId = field.integer(1000, Number.MAX_SAFE_INTEGER);

const customer = z.object({
  id: z.number(),
  email: z.nullable(z.string()),
  nickname: z.nullable(z.string()),
  created: field.time(),
  lastLogin: z.nullable(field.time()),
  locked: z.boolean(),
  identity: z.enum(identityStates),
  /** As on the latest identity document; null without one. */
  name: z.nullable(z.string()),
});
export type Customer = z.output<typeof customer>;

const balance = z.object({
  coin: z.string(),
  kind: z.enum(['coin', 'fiat']),
  available: field.decimal(),
  frozen: field.decimal(),
  /** In USDT; null without a price path. */
  value: z.nullable(field.decimal()),
});

const session = z.object({ created: field.time(), used: field.time(), ip: z.string(), userAgent: z.string() });

const note = z.object({ id: z.number(), time: field.time(), operator: z.string(), text: z.string() });

const customerDetail = z.extend(customer, {
  phone: z.nullable(z.string()),
  lang: z.enum(['zh', 'en']),
  country: z.nullable(z.string()),
  lockedBy: z.nullable(z.enum(['self', 'operator'])),
  /** An operator's lock; null without one. `kind` is null of a lock from before there were kinds, which counts as compliance's. */
  lock: z.nullable(
    z.object({
      kind: z.nullable(z.enum(lockKinds)),
      time: field.time(),
      operator: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
  /** Who proposed to lock or unlock it, where that takes two. */
  lockProposer: z.nullable(z.string()),
  holdUntil: z.nullable(field.time()),
  has: z.object({ payPassword: z.boolean(), totp: z.boolean(), passkeys: z.number() }),
  /** Parts per million; null if the markets' fees apply. */
  fees: z.nullable(z.object({ makerPpm: z.number(), takerPpm: z.number() })),
  /** Fee tier, null without one. `byHand` is true if an operator assigned it. Turnover is over the last 30 days, in whole USDT at current prices. */
  feeTier: z.object({
    tier: z.nullable(z.object({ id: z.number(), nameZh: z.string(), nameEn: z.string() })),
    byHand: z.boolean(),
    turnoverUsdt: z.number(),
  }),
  worth: field.decimal(),
  balances: z.array(balance),
  sessions: z.array(session),
  notes: z.array(note),
});
export type CustomerDetail = z.output<typeof customerDetail>;

const order = z.object({
  id: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  type: z.enum(['limit', 'market']),
  price: z.nullable(field.decimal()),
  /** Null without a stop. */
  stopPrice: z.nullable(field.decimal()),
  quantity: z.nullable(field.decimal()),
  filled: field.decimal(),
  state: z.enum(['processing', 'filled', 'cancelled']),
  time: field.time(),
});
export type CustomerOrder = z.output<typeof order>;

const statementLine = z.object({
  id: z.string(),
  coin: z.string(),
  type: z.enum(statementTypes),
  amount: field.decimal(),
  balance: field.decimal(),
  time: field.time(),
  ref: z.string(),
});
export type StatementLine = z.output<typeof statementLine>;

const customerInput = { id: customerId };
const remark = field.text(2000);

export const customerCalls = {
  list: readCall({
    name: 'customers',
    right: 'customers.see',
    summary:
      'Lists customers, newest first; with `q`, those with this number, with an e-mail address or nickname that begins with it, with this phone number, or with all its words in the name on their identity document.',
    input: () =>
      z.object({
        q: z.optional(field.text(254)),
        locked: z.optional(field.flag()),
        ...field.page(),
      }),
    output: () => field.pageOf(customer),
  }),
  read: readCall({
    name: 'customers/read',
    right: 'customers.see',
    summary: 'Returns one customer: security, balances, sessions and notes.',
    input: () => z.object(customerInput),
    output: () => customerDetail,
  }),
  orders: readCall({
    name: 'customers/orders',
    right: 'customers.see',
    summary: "Lists a customer's orders, newest first.",
    input: () => z.object({ ...customerInput, ...field.page() }),
    output: () => field.pageOf(order),
  }),
  statement: readCall({
    name: 'customers/statement',
    right: 'customers.see',
    summary: "Lists the statement of a customer's account, newest first.",
    input: () =>
      z.object({ ...customerInput, kind: z._default(field.choice(['coin', 'fiat']), 'coin'), ...field.page() }),
    output: () => field.pageOf(statementLine),
  }),
  lock: writeCall({
    name: 'customers/lock',
    right: 'customers.lock',
    summary:
      'Locks an account: all sessions end, log-ins are refused, and API keys are suspended. The kind says who may unlock it. Open orders and withdrawals in review are cancelled, of a `support` lock only if `cancel` is true. An account of the exchange is only proposed to be locked: a second admin must agree.',
    input: () =>
      z.object({
        ...customerInput,
        kind: z._default(field.choice(lockKinds), 'security'),
        reason: remark,
        cancel: z._default(field.flag(), false),
      }),
    output: () => customerDetail,
  }),
  unlock: writeCall({
    name: 'customers/unlock',
    right: 'customers.lock',
    summary:
      'Unlocks an account; its API keys count again. Locks of compliance and courts are only proposed to end: a second operator of compliance must agree.',
    input: () => z.object({ ...customerInput, reason: remark }),
    output: () => customerDetail,
  }),
  endSessions: writeCall({
    name: 'customers/endsessions',
    right: 'customers.lock',
    summary: 'Ends all sessions of a customer.',
    input: () => z.object(customerInput),
    output: () => customerDetail,
  }),
  apiKeys: readCall({
    name: 'customers/apikeys',
    right: 'customers.see',
    summary: "Lists a customer's API keys, newest first.",
    input: () => z.object(customerInput),
    output: () => calls.keys.list.output,
  }),
  revokeApiKey: writeCall({
    name: 'customers/revokeapikey',
    right: 'customers.lock',
    summary: "Revokes one of a customer's API keys immediately and closes its sockets.",
    input: () => z.object({ ...customerInput, key: field.serverId() }),
    output: () => z.null(),
  }),
  reset: writeCall({
    name: 'customers/reset',
    right: 'customers.reset',
    summary:
      'Proposes to remove a factor that its owner has lost. After a second operator approves, withdrawals are suspended for a time (24 hours by default), all sessions end, and the owner gets an e-mail.',
    input: () => z.object({ ...customerInput, factor: field.choice(factors), reason: remark }),
    output: () => z.object({ approval: z.number() }),
  }),
  note: writeCall({
    name: 'customers/note',
    right: 'customers.note',
    summary: 'Adds a note about a customer, visible to operators.',
    input: () => z.object({ ...customerInput, text: remark }),
    output: () => customerDetail,
  }),
};
