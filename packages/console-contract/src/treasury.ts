import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { customerId } from './customers.ts';
import { changing, reading } from './operator-call.ts';
import { operatorId } from './operators.ts';

export const withdrawalStates = ['review', 'approved', 'sent', 'done', 'rejected', 'failed', 'cancelled'] as const;

/** Why people look at a withdrawal, or should look twice; in the order in which operators see them. */
export const risks = [
  /** Its row was not what was decided, or is not: who writes to the database changed it. */
  'altered',
  /** It alone is worth as much as is always looked at. */
  'large',
  /** With what the customer withdrew within the day before it is. */
  'dayTotal',
  /** No market says reliably what it is worth. */
  'unvalued',
  'firstWithdrawal',
  'newAddress',
  'newCustomer',
  /** Password, transaction password, second factor, passkey, e-mail address or phone changed of late. */
  'recentChange',
  'newDevice',
  /** Far more than the customer ever withdrew. */
  'unusualAmount',
  /** A new customer's, who got money minutes before. */
  'freshDeposit',
  /** A deposit of the customer was taken back, or is about to be. */
  'reversedDeposit',
  /** What sent it back to review after it was approved. */
  'accountLocked',
  'accountHeld',
  'depositLost',
  /** Above the limit of a customer whose identity was revoked. */
  'identityRevoked',
  /** Signed and never sent: it can only be rejected. */
  'signedBefore',
] as const;
export type Risk = (typeof risks)[number];

const withdrawal = z.object({
  id: z.number(),
  customer: z.number(),
  coin: z.string(),
  chain: z.string(),
  amount: field.decimal(),
  fee: field.decimal(),
  /** In USDT, when it was asked for; null where no market said so reliably. */
  worth: z.nullable(field.decimal()),
  address: z.string(),
  memo: z.string(),
  state: z.enum(withdrawalStates),
  time: field.time(),
  risks: z.array(z.enum(risks)),
  /** What the customer withdraws in the 24 hours around it, in USDT; null where some of it can't be valued. */
  dayTotal: z.nullable(field.decimal()),
  /** Whether two have to agree. */
  fourEyes: z.boolean(),
  /** Who agreed to it first. */
  proposer: z.nullable(z.string()),
  txid: z.nullable(z.string()),
});
export type ReviewedWithdrawal = z.output<typeof withdrawal>;

const assetLine = z.object({
  coin: z.string(),
  /** What customers have, and what the house earned in fees. */
  customers: field.decimal(),
  fees: field.decimal(),
  adjustments: field.decimal(),
  /** What came in from outside and hasn't left: the sum of the three. */
  owed: field.decimal(),
  /** What is on chains, where they are followed. */
  held: z.nullable(field.decimal()),
});
export type AssetLine = z.output<typeof assetLine>;

/** What is held of a coin on a chain, and what is owed of the coin, over whatever chains it came. */
const chainLine = z.object({
  chain: z.string(),
  coin: z.string(),
  hot: field.decimal(),
  /** At customers' addresses, to be swept. */
  addresses: field.decimal(),
  cold: field.decimal(),
  owed: field.decimal(),
});
export type ChainLine = z.output<typeof chainLine>;

/** How what moves on a chain stands: deposits from `seen` to `credited` or undone, payments from `reserved` to `done`. */
const movementStates = [
  'seen',
  'small',
  'crediting',
  'credited',
  'orphaned',
  'lost',
  'found',
  'reversed',
  'reserved',
  'signed',
  'done',
  'failed',
] as const;

const movement = z.object({
  id: z.number(),
  kind: z.enum(['deposit', 'withdrawal', 'sweep', 'gas', 'cold', 'rotation']),
  coin: z.string(),
  amount: field.decimal(),
  customer: z.nullable(z.number()),
  address: z.string(),
  state: z.enum(movementStates),
  time: field.time(),
});
export type Movement = z.output<typeof movement>;

/** `received` is money that came from outside; the others move between a customer and the treasury's own account. */
export const adjustments = ['received', 'toCustomer', 'fromCustomer'] as const;

export const treasuryCalls = {
  withdrawals: reading({
    name: 'withdrawals',
    right: 'treasury.see',
    summary: 'Withdrawals in a state, the oldest first of those in review and the newest first of others.',
    input: () => z.object({ state: z._default(field.choice(withdrawalStates), 'review'), ...field.page() }),
    output: () => field.pageOf(withdrawal),
  }),
  approve: changing({
    name: 'withdrawals/approve',
    right: 'withdrawals.decide',
    summary: 'Lets a withdrawal in review go. A large one waits for a second operator then.',
    input: () => z.object({ id: operatorId }),
    output: () => z.object({ state: z.enum(['approved', 'waitsForSecond']) }),
  }),
  reject: changing({
    name: 'withdrawals/reject',
    right: 'withdrawals.decide',
    summary:
      "Refuses a withdrawal in review, or gives one back that was approved and can't be paid, before anything is signed for it; the customer is told why, and has his money back.",
    input: () =>
      z.object({
        id: operatorId,
        zh: field.text(200),
        en: field.text(200),
        /** As it stood where this was decided. */
        from: z._default(field.choice(['review', 'approved']), 'review'),
      }),
    output: () => z.null(),
  }),
  balances: reading({
    name: 'treasury/balances',
    right: 'treasury.see',
    summary: 'What is owed and what is held, asset by asset and chain by chain, and the fees earned.',
    input: () => z.object({}),
    output: () =>
      z.object({
        assets: z.array(assetLine),
        chains: z.array(chainLine),
        treasury: z.nullable(z.number()),
        heldAt: z.nullable(field.time()),
      }),
  }),
  movements: reading({
    name: 'treasury/movements',
    right: 'treasury.see',
    summary: 'What came in over chains, and what was paid and swept on them, the newest first.',
    input: () => z.object({ kind: z._default(field.choice(['deposits', 'payments']), 'deposits'), ...field.page() }),
    output: () => field.pageOf(movement),
  }),
  adjust: changing({
    name: 'treasury/adjust',
    right: 'adjustments.make',
    summary:
      "Proposes a credit or a correction. Received money (a bank transfer) comes from outside; everything else moves between a customer and the treasury's own account, which must have it. A second operator has to agree.",
    input: () =>
      z.object({
        kind: field.choice(adjustments),
        customer: customerId,
        account: field.choice(['coin', 'fiat']),
        coin: field.coin(),
        amount: field.amount(),
        reference: field.line(64, 'label'),
        /** The same one is proposed once: for who got no answer and asks again. */
        requestId: z.optional(field.clientId()),
      }),
    output: () => z.object({ approval: z.number() }),
  }),
};
