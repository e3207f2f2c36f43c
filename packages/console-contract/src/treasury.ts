import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { customerId } from './customers.ts';
import { writeCall, readCall } from './operator-call.ts';
import { operatorId } from './operators.ts';

export const withdrawalStates = ['review', 'approved', 'sent', 'done', 'rejected', 'failed', 'cancelled'] as const;

/** Reasons to review a withdrawal, in the order in which operators see them. */
export const risks = [
  /** Its database row does not match the decision's MAC. */
  'altered',
  /** Above the value that is always reviewed. */
  'large',
  /** Above that value together with the customer's withdrawals of the last 24 hours. */
  'dayTotal',
  /** No reliable market price. */
  'unvalued',
  'firstWithdrawal',
  'newAddress',
  'newCustomer',
  /** Password, transaction password, second factor, passkey, e-mail address or phone changed recently. */
  'recentChange',
  'newDevice',
  /** Far above the customer's earlier withdrawals. */
  'unusualAmount',
  /** A new customer with a deposit minutes before. */
  'freshDeposit',
  /** A deposit of the customer was reversed, or is about to be. */
  'reversedDeposit',
  /** The following returned it to review after approval. */
  'accountLocked',
  'accountHeld',
  'depositLost',
  /** Above the limit after the customer's identity was revoked. */
  'identityRevoked',
  /** Signed but never sent: it can only be rejected. */
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
  /** In USDT at the time of the request; null without a reliable price. */
  worth: z.nullable(field.decimal()),
  address: z.string(),
  memo: z.string(),
  state: z.enum(withdrawalStates),
  time: field.time(),
  risks: z.array(z.enum(risks)),
  /** The customer's withdrawals in the 24 hours around it, in USDT; null if one has no reliable price. */
  dayTotal: z.nullable(field.decimal()),
  /** True if two operators must approve. */
  fourEyes: z.boolean(),
  /** The first approver. */
  proposer: z.nullable(z.string()),
  txid: z.nullable(z.string()),
});
export type ReviewedWithdrawal = z.output<typeof withdrawal>;

const assetLine = z.object({
  coin: z.string(),
  /** Balances of customers; `fees` are the exchange's earnings. */
  customers: field.decimal(),
  fees: field.decimal(),
  adjustments: field.decimal(),
  /** Sum of the three. */
  owed: field.decimal(),
  /** On-chain holdings, if custody follows a chain of the asset. */
  held: z.nullable(field.decimal()),
});
export type AssetLine = z.output<typeof assetLine>;

/** Holdings of a coin on one chain, and liabilities of the coin over all chains. */
const chainLine = z.object({
  chain: z.string(),
  coin: z.string(),
  hot: field.decimal(),
  /** At deposit addresses, not yet swept. */
  addresses: field.decimal(),
  cold: field.decimal(),
  owed: field.decimal(),
});
export type ChainLine = z.output<typeof chainLine>;

/** States of on-chain movements: deposits from `seen` to `credited` or reversed, payments from `reserved` to `done`. */
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

/** `received` is money from outside; the others move money between a customer and the treasury account. */
export const adjustments = ['received', 'toCustomer', 'fromCustomer'] as const;

export const treasuryCalls = {
  withdrawals: readCall({
    name: 'withdrawals',
    right: 'treasury.see',
    summary: 'Lists withdrawals in a state: those in review oldest first, others newest first.',
    input: () => z.object({ state: z._default(field.choice(withdrawalStates), 'review'), ...field.page() }),
    output: () => field.pageOf(withdrawal),
  }),
  approve: writeCall({
    name: 'withdrawals/approve',
    right: 'withdrawals.decide',
    summary: 'Approves a withdrawal in review. A large one then needs a second operator.',
    input: () => z.object({ id: operatorId }),
    output: () => z.object({ state: z.enum(['approved', 'waitsForSecond']) }),
  }),
  reject: writeCall({
    name: 'withdrawals/reject',
    right: 'withdrawals.decide',
    summary:
      'Rejects a withdrawal in review, or an approved one that cannot be paid and is not signed yet. The customer gets the reason and the money back.',
    input: () =>
      z.object({
        id: operatorId,
        zh: field.text(200),
        en: field.text(200),
        /** The state that the operator saw. */
        from: z._default(field.choice(['review', 'approved']), 'review'),
      }),
    output: () => z.null(),
  }),
  balances: readCall({
    name: 'treasury/balances',
    right: 'treasury.see',
    summary: 'Returns liabilities and holdings by asset and by chain, and the fees earned.',
    input: () => z.object({}),
    output: () =>
      z.object({
        assets: z.array(assetLine),
        chains: z.array(chainLine),
        treasury: z.nullable(z.number()),
        heldAt: z.nullable(field.time()),
      }),
  }),
  movements: readCall({
    name: 'treasury/movements',
    right: 'treasury.see',
    summary: 'Lists on-chain deposits, or payments and sweeps, newest first.',
    input: () => z.object({ kind: z._default(field.choice(['deposits', 'payments']), 'deposits'), ...field.page() }),
    output: () => field.pageOf(movement),
  }),
  adjust: writeCall({
    name: 'treasury/adjust',
    right: 'adjustments.make',
    summary:
      'Proposes a credit or a correction. Received money (a bank transfer) comes from outside; all else moves between a customer and the treasury account, which must have the balance. A second operator must approve.',
    input: () =>
      z.object({
        kind: field.choice(adjustments),
        customer: customerId,
        account: field.choice(['coin', 'fiat']),
        coin: field.coin(),
        amount: field.amount(),
        reference: field.singleLine(64, 'label'),
        /** Repeating a requestId makes only one proposal. */
        requestId: z.optional(field.clientId()),
      }),
    output: () => z.object({ approval: z.number() }),
  }),
};
