import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { adjustments } from './acts/index.ts';
import { customerId } from './customers.ts';
import { identityStates } from './identity-states.ts';
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
  /** The customer's, as on the identity document; null without one. */
  name: z.nullable(z.string()),
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

/** Origins of a deposit: a network, another customer's withdrawal, an operators' credit, or the demo's faucet. */
export const depositSources = ['chain', 'internal', 'operators', 'faucet', 'other'] as const;

const depositFact = z.object({
  coin: z.string(),
  amount: field.decimal(),
  time: field.time(),
  source: z.enum(depositSources),
  /** The network, of a deposit over one. */
  chain: z.nullable(z.string()),
  /** The transaction, or the reference of a credit. */
  reference: z.string(),
});

/** Facts about a customer for decisions on money. */
const moneyFacts = z.object({
  customer: z.number(),
  /** As on the identity document; null without one. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  nickname: z.nullable(z.string()),
  created: field.time(),
  identity: z.enum(identityStates),
  locked: z.boolean(),
  /** Value of all balances in USDT. */
  balances: field.decimal(),
  /** Completed withdrawals, with their value in USDT when they were requested. */
  withdrawals: z.object({ count: z.number(), worth: field.decimal(), last: z.nullable(field.time()) }),
  /** The latest deposits, newest first, and how many there are. */
  deposits: z.object({ count: z.number(), latest: z.array(depositFact) }),
});
export type MoneyFacts = z.output<typeof moneyFacts>;

const withdrawalFacts = z.object({
  withdrawal,
  /** Page of its transaction at a block explorer; null where there is none. */
  explorerUrl: z.nullable(z.string()),
  subject: moneyFacts,
  address: z.object({
    /** Time when the customer saved it; null if it was deleted since. */
    saved: z.nullable(field.time()),
    /** Completed withdrawals of the customer to the same address. */
    paid: z.number(),
    /** Other customers who withdrew to the same address. */
    others: z.array(z.number()),
  }),
});
export type WithdrawalFacts = z.output<typeof withdrawalFacts>;

const assetLine = z.object({
  coin: z.string(),
  /** Balances of customers: what the proof of liabilities adds up. */
  owed: field.decimal(),
  /** Balances of the demo's made-up market, which no one can claim. Zero in production. */
  madeUp: field.decimal(),
  /** The exchange's earnings. */
  fees: field.decimal(),
  /** Corrections that are being carried out, and money that the demo gave away without a chain. */
  adjustments: field.decimal(),
  /** Paid to customers on a chain, and still in their balances until the network confirms it. */
  leaving: field.decimal(),
  /** On-chain holdings, if custody follows a chain of the asset. */
  held: z.nullable(field.decimal()),
});
export type AssetLine = z.output<typeof assetLine>;

/** Holdings of a coin on one chain. */
const chainLine = z.object({
  chain: z.string(),
  coin: z.string(),
  hot: field.decimal(),
  /** At deposit addresses, not yet swept. */
  addresses: field.decimal(),
  cold: field.decimal(),
});
export type ChainLine = z.output<typeof chainLine>;

/** States of on-chain movements: deposits from `seen` to `credited` or reversed, payments from `reserved` to `done`. */
const movementStates = [
  'seen',
  'small',
  'crediting',
  'credited',
  'orphaned',
  'inDoubt',
  'lost',
  'backInDoubt',
  'found',
  'reversed',
  'reserved',
  'signed',
  'done',
  'failed',
] as const;

const movement = z.object({
  id: z.number(),
  kind: z.enum(['deposit', 'withdrawal', 'sweep', 'gas', 'cold', 'rotation', 'allowance']),
  coin: z.string(),
  amount: field.decimal(),
  /** Null for the exchange's own. */
  customer: z.nullable(z.number()),
  /** The customer's, as on the identity document; null without one. */
  name: z.nullable(z.string()),
  address: z.string(),
  chain: z.string(),
  /** A deposit's transaction; null for payments, which may have several. */
  txid: z.nullable(z.string()),
  /** Its page at a block explorer; null where there is none. */
  explorerUrl: z.nullable(z.string()),
  state: z.enum(movementStates),
  time: field.time(),
});
export type Movement = z.output<typeof movement>;

export const treasuryCalls = {
  withdrawals: readCall({
    name: 'withdrawals',
    right: 'treasury.see',
    summary: 'Lists withdrawals in a state: those in review oldest first, others newest first.',
    input: () => z.object({ state: z._default(field.choice(withdrawalStates), 'review'), ...field.page() }),
    output: () => field.pageOf(withdrawal),
  }),
  showWithdrawal: readCall({
    name: 'withdrawals/show',
    right: 'treasury.see',
    summary:
      'Returns a withdrawal with the facts to check before a decision: the customer, their history and deposits, and the address. The view is logged; only an operator who has viewed it can approve it.',
    input: () => z.object({ id: operatorId }),
    output: () => withdrawalFacts,
  }),
  facts: readCall({
    name: 'treasury/facts',
    right: 'treasury.see',
    summary:
      'Returns the facts about a customer to check before a credit or a correction, and the value of its amount in USDT (null without a price).',
    input: () => z.object({ customer: customerId, coin: field.coin(), amount: field.amount() }),
    output: () => z.object({ subject: moneyFacts, worth: z.nullable(field.decimal()) }),
  }),
  approve: writeCall({
    name: 'withdrawals/approve',
    right: 'withdrawals.decide',
    summary: 'Approves a withdrawal in review that the operator has viewed. A large one then needs a second operator.',
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
