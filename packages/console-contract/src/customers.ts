import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { changing, reading } from './operator-call.ts';

export const customerId = field.whole(1000, Number.MAX_SAFE_INTEGER);

export const identityStates = ['none', 'pending', 'passed', 'failed', 'revoked'] as const;

const customer = z.object({
  id: z.number(),
  email: z.nullable(z.string()),
  nickname: z.nullable(z.string()),
  created: field.time(),
  lastLogin: z.nullable(field.time()),
  locked: z.boolean(),
  identity: z.enum(identityStates),
});
export type Customer = z.output<typeof customer>;

const balance = z.object({
  coin: z.string(),
  kind: z.enum(['coin', 'fiat']),
  available: field.decimal(),
  frozen: field.decimal(),
  /** In USDT; null where no price leads there. */
  value: z.nullable(field.decimal()),
});

const session = z.object({ created: field.time(), used: field.time(), ip: z.string(), userAgent: z.string() });

const note = z.object({ id: z.number(), time: field.time(), operator: z.string(), text: z.string() });

const customerDetail = z.extend(customer, {
  phone: z.nullable(z.string()),
  lang: z.enum(['zh', 'en']),
  country: z.nullable(z.string()),
  lockedBy: z.nullable(z.enum(['self', 'operator'])),
  holdUntil: z.nullable(field.time()),
  has: z.object({ payPassword: z.boolean(), totp: z.boolean(), passkeys: z.number() }),
  /** Parts per million; null where the markets' fees apply. */
  fees: z.nullable(z.object({ makerPpm: z.number(), takerPpm: z.number() })),
  /** The tier that the fees are of; null: none. `byHand`: an operator gave them. Turnover is of 30 days, in whole USDT, as of the last day. */
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
  quantity: z.nullable(field.decimal()),
  filled: field.decimal(),
  state: z.enum(['processing', 'filled', 'cancelled']),
  time: field.time(),
});
export type CustomerOrder = z.output<typeof order>;

const line = z.object({
  id: z.string(),
  coin: z.string(),
  type: z.enum(['deposit', 'withdraw', 'trade', 'fee', 'transfer', 'adjust', 'reward']),
  amount: field.decimal(),
  balance: field.decimal(),
  time: field.time(),
  ref: z.string(),
});
export type StatementLine = z.output<typeof line>;

/** What secures an account and can be taken away where its owner lost it. */
export const factors = ['totp', 'passkeys', 'payPassword'] as const;

const one = { id: customerId };
const remark = field.text(2000);

export const customerCalls = {
  list: reading({
    name: 'customers',
    right: 'customers.see',
    summary: 'Customers, the newest first; with `q`, those of this number, or whose address or nickname begins so.',
    input: () =>
      z.object({
        q: z.optional(field.text(254)),
        locked: z.optional(field.flag()),
        ...field.page(),
      }),
    output: () => field.pageOf(customer),
  }),
  read: reading({
    name: 'customers/read',
    right: 'customers.see',
    summary: 'One customer: how he is secured, what he has, where he is logged in, what was noted.',
    input: () => z.object(one),
    output: () => customerDetail,
  }),
  orders: reading({
    name: 'customers/orders',
    right: 'customers.see',
    summary: "A customer's orders, the newest first.",
    input: () => z.object({ ...one, ...field.page() }),
    output: () => field.pageOf(order),
  }),
  statement: reading({
    name: 'customers/statement',
    right: 'customers.see',
    summary: "What changed a customer's balances, the newest first.",
    input: () => z.object({ ...one, kind: z._default(field.choice(['coin', 'fiat']), 'coin'), ...field.page() }),
    output: () => field.pageOf(line),
  }),
  lock: changing({
    name: 'customers/lock',
    right: 'customers.lock',
    summary:
      'Locks an account: every session ends at once, and nobody enters. Open orders and withdrawals in review are cancelled unless `cancel` is false.',
    input: () => z.object({ ...one, reason: remark, cancel: z._default(field.flag(), true) }),
    output: () => customerDetail,
  }),
  unlock: changing({
    name: 'customers/unlock',
    right: 'customers.lock',
    summary: 'Lets a customer in again.',
    input: () => z.object({ ...one, reason: remark }),
    output: () => customerDetail,
  }),
  endsessions: changing({
    name: 'customers/endsessions',
    right: 'customers.lock',
    summary: "Ends a customer's sessions.",
    input: () => z.object(one),
    output: () => customerDetail,
  }),
  reset: changing({
    name: 'customers/reset',
    right: 'customers.reset',
    summary:
      'Proposes to take a factor away whose owner lost it. A second operator has to agree; then withdrawals are held for 24 hours, all sessions end, and the owner is told by mail.',
    input: () => z.object({ ...one, factor: field.choice(factors), reason: remark }),
    output: () => z.object({ approval: z.number() }),
  }),
  note: changing({
    name: 'customers/note',
    right: 'customers.note',
    summary: 'Notes something about a customer, for other operators.',
    input: () => z.object({ ...one, text: remark }),
    output: () => customerDetail,
  }),
};
