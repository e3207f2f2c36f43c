import { bankAccountKinds, fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { bankEntryStates, entryDoubts } from './banks.ts';
import { customerId } from './customers.ts';
import { readCall } from './operator-call.ts';

const deposit = z.object({
  /** Of the bank entry. */
  id: z.number(),
  coin: z.string(),
  amount: field.decimal(),
  state: z.enum(bankEntryStates),
  doubts: z.array(z.enum(entryDoubts)),
  /** The sender's name; null if the bank doesn't say. */
  name: z.nullable(z.string()),
  booked: z.string(),
});
export type CustomerBankDeposit = z.output<typeof deposit>;

const payoutStates = ['review', 'approved', 'sent', 'done', 'rejected', 'failed', 'cancelled', 'returned'] as const;

const payout = z.object({
  /** Of the withdrawal. */
  id: z.number(),
  coin: z.string(),
  amount: field.decimal(),
  kind: z.enum(bankAccountKinds),
  number: z.string(),
  /** As of withdrawals of coins; `returned`: the bank sent it back. */
  state: z.enum(payoutStates),
  time: field.time(),
});
export type CustomerPayout = z.output<typeof payout>;

/** One customer's bank money. */
export const bankCustomerCalls = {
  depositsOf: readCall({
    name: 'customers/bankdeposits',
    right: 'customers.see',
    summary: 'Lists the bank transfers that came for a customer, or that may be theirs, newest first.',
    input: () => z.object({ id: customerId, ...field.page() }),
    output: () => field.pageOf(deposit),
  }),
  payoutsOf: readCall({
    name: 'customers/payouts',
    right: 'customers.see',
    summary: "Lists a customer's payouts to banks, newest first.",
    input: () => z.object({ id: customerId, ...field.page() }),
    output: () => field.pageOf(payout),
  }),
};
