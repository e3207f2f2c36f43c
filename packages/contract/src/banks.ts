import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { codeSent } from './code-sent.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** `iban`; `cn`: a Chinese bank card with its bank's 12-digit CNAPS code; `us`: an account with a 9-digit routing number. */
export const bankAccountKinds = ['iban', 'cn', 'us'] as const;

/** Numbers of a bank account, in canonical form: capitals without spaces. */
const accountNumbers = lazy(() => ({
  kind: z.enum(bankAccountKinds),
  number: z.string(),
  /** BIC (may be empty), CNAPS code, or routing number. */
  bank: z.string(),
}));

const houseAccount = lazy(() =>
  z.object({
    ...accountNumbers(),
    id: z.string(),
    holder: z.string(),
    bankName: z.string(),
    /** The bank's or the holder's address, where a transfer needs it; may be empty. */
    address: z.string(),
    /** Text of an EPC QR code that starts this transfer in a banking app, with the reference in it; null if the currency isn't EUR. */
    qr: z.nullable(z.string()),
  }),
);

/** Where a customer sends a currency. */
export const bankDetails = lazy(() =>
  z.object({
    coin: z.string(),
    name: z.string(),
    icon: z.string(),
    /** Mine for this currency, for ever: `KX7M4-TRAQ9`. A transfer without it isn't credited by itself. */
    reference: z.string(),
    /** False if my identity isn't verified yet: what I send then waits for a person. */
    credited: z.boolean(),
    /** True in a demo whose sandbox bank, at `/demo/bank`, leads the accounts: its money is not real. */
    sandbox: z.boolean(),
    accounts: z.array(houseAccount()),
  }),
);
export type BankDetails = SchemaOutput<typeof bankDetails>;

/** `review` waits for a person; `returned` went back to the sender. */
const bankDepositStates = ['review', 'credited', 'returned'] as const;

export const bankDeposit = lazy(() =>
  z.object({
    id: z.string(),
    coin: z.string(),
    amount: field.decimal(),
    state: z.enum(bankDepositStates),
    /** The sender's account, masked; null if the bank doesn't say. */
    from: z.nullable(z.string()),
    /** The day on which the bank booked it: `2026-11-26`. */
    booked: z.string(),
    time: field.time(),
    updated: field.time(),
  }),
);
export type BankDeposit = SchemaOutput<typeof bankDeposit>;

/** A bank account that a customer saved. It is in their own, verified name. */
export const savedBankAccount = lazy(() =>
  z.object({
    ...accountNumbers(),
    id: z.string(),
    coin: z.string(),
    name: z.string(),
    /** My verified name as the bank gets it, in Latin letters where the bank takes no others; null if it can't be written so. */
    holder: z.nullable(z.string()),
    /** Payouts to it are possible from this time on. */
    usableFrom: field.time(),
    time: field.time(),
  }),
);
export type SavedBankAccount = SchemaOutput<typeof savedBankAccount>;

/** As of withdrawals of coins; `returned`: the bank sent it back, and it is in the fiat account again. */
const payoutStates = ['review', 'approved', 'sent', 'done', 'rejected', 'failed', 'cancelled', 'returned'] as const;

/** A payout. `amount` is debited from the fiat account, including `fee`; the bank account gets `arrives`. */
export const payout = lazy(() =>
  z.object({
    id: z.string(),
    coin: z.string(),
    ...accountNumbers(),
    amount: field.decimal(),
    fee: field.decimal(),
    arrives: field.decimal(),
    state: z.enum(payoutStates),
    time: field.time(),
    updated: field.time(),
    /** Reason of a rejection or failure. */
    reason: z.optional(z.string()),
  }),
);
export type Payout = SchemaOutput<typeof payout>;

/** A currency that can be paid out. Limits in USDT are those of coins, over 24 hours and everything that leaves. */
export const payoutOption = lazy(() =>
  z.object({
    coin: z.string(),
    name: z.string(),
    icon: z.string(),
    usable: field.decimal(),
    frozen: field.decimal(),
    fee: field.decimal(),
    min: field.decimal(),
    max: field.decimal(),
    /** Maximum decimal places of an amount. */
    precision: field.whole(),
    dayLimit: field.decimal(),
    dayUsed: field.decimal(),
    /** What is left of the limit, in this currency; null if no market values it. */
    dayLeft: z.nullable(field.decimal()),
    /** Payouts approved by this time leave on `leavesOn`, later ones on the next day on which the bank works. */
    cutOff: field.time(),
    leavesOn: z.string(),
    /** The bank's coming holidays besides weekends: `2026-12-25`. */
    holidays: z.array(z.string()),
  }),
);
export type PayoutOption = SchemaOutput<typeof payoutOption>;

const payoutRequest = lazy(() => ({
  coin: field.coin(),
  amount: field.amount(),
  /** A saved bank account. */
  accountId: field.serverId(),
}));

export const bankCalls = {
  details: defineCall({
    method: 'GET',
    path: '/api/bank/details.html',
    auth: 'required',
    keyRight: 'read',
    weight: 3,
    summary: 'Lists the currencies that I can send by bank transfer, with the accounts to send to and my reference.',
    input: () => z.object({ coin: z.optional(field.coin()) }),
    output: () => z.array(bankDetails()),
  }),
  deposits: defineCall({
    method: 'GET',
    path: '/api/bank/deposits.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary: 'Lists the bank transfers that arrived for me, newest first.',
    input: () => z.object({ coin: z.optional(field.coin()), ...field.page() }),
    output: () => field.pageOf(bankDeposit()),
  }),
  accounts: defineCall({
    method: 'GET',
    path: '/api/bank/accounts.html',
    auth: 'required',
    keyRight: 'read',
    weight: 3,
    summary: 'Lists my saved bank accounts, newest first.',
    input: () => z.object({ coin: z.optional(field.coin()), ...field.page() }),
    output: () => field.pageOf(savedBankAccount()),
  }),
  addAccount: defineCall({
    method: 'POST',
    path: '/api/bank/addaccount.html',
    auth: 'required',
    keyRight: 'never',
    summary:
      'Saves a bank account in my own, verified name. Requires the transaction password. It can be used after a waiting time.',
    input: () =>
      z.object({
        coin: field.coin(),
        name: field.singleLine(40, 'label'),
        kind: field.choice(bankAccountKinds),
        number: field.text(50),
        bank: z._default(z.string('blank').check(z.trim(), z.maxLength(20, 'tooLong'), field.storableText()), ''),
        payPassword: field.payPassword(),
      }),
    output: savedBankAccount,
  }),
  removeAccount: defineCall({
    method: 'POST',
    path: '/api/bank/removeaccount.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Deletes a saved bank account. Payouts under way are unaffected.',
    input: () => z.object({ id: field.serverId() }),
    output: () => z.null(),
  }),
  payoutOptions: defineCall({
    method: 'GET',
    path: '/api/bank/payoutoptions.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary:
      'Lists the currencies that I can pay out to a bank account, with limits and the bank’s cut-off time and holidays.',
    input: () => z.object({}),
    output: () => z.array(payoutOption()),
  }),
  sendPayoutCode: defineCall({
    method: 'GET',
    path: '/api/bank/payoutcode.html',
    acts: true,
    auth: 'required',
    keyRight: 'never',
    summary: 'Sends a code that is valid for this payout only: the same currency, amount and bank account.',
    input: () => z.object(payoutRequest()),
    output: codeSent,
  }),
  submitPayout: defineCall({
    method: 'POST',
    path: '/api/bank/payout.html',
    auth: 'required',
    keyRight: 'never',
    weight: 5,
    summary:
      'Pays out to a saved bank account of mine. Requires the code sent for this payout, the transaction password, and the second factor if one is set. The money is frozen immediately. Repeating a requestId with the same body returns the same payout in its current state.',
    input: () =>
      z.object({
        requestId: field.clientId(),
        ...payoutRequest(),
        code: field.verificationCode(),
        flow: field.flow(),
        payPassword: field.payPassword(),
        totp: z.optional(field.secondFactor()),
      }),
    output: payout,
  }),
  payouts: defineCall({
    method: 'GET',
    path: '/api/bank/payouts.html',
    auth: 'required',
    keyRight: 'read',
    weight: 5,
    summary: 'Lists my payouts, newest first.',
    input: () => z.object({ coin: z.optional(field.coin()), ...field.page() }),
    output: () => field.pageOf(payout()),
  }),
  cancelPayout: defineCall({
    method: 'POST',
    path: '/api/bank/cancelpayout.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Cancels a payout in review and releases the money.',
    input: () => z.object({ id: field.serverId() }),
    output: payout,
  }),
};
