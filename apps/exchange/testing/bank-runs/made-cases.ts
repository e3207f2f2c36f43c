import fc from 'fast-check';
import type { Habits } from '../made-up-bank.ts';

/** Days that a case has. */
export const days = 3;

const amount = fc.constantFrom(100, 200, 300);
const rarely = (one: number) => fc.nat({ max: one - 1 }).map((value) => value === one - 1);
const payment = fc.record({ payer: fc.nat({ max: 3 }), amount, hasName: fc.boolean() });
const booking = fc.record({
  day: fc.nat({ max: days - 1 }),
  isOut: rarely(6),
  isUnusual: rarely(8),
  payments: fc.array(payment, { minLength: 1, maxLength: 3 }),
});
const payout = fc.record({
  customer: fc.nat({ max: 2 }),
  amount,
  /** When its file goes to the bank, which books it on that day or the next. */
  day: fc.nat({ max: 1 }),
  delay: fc.nat({ max: 1 }),
  /** The bank drops the name that we sent. */
  isNameless: rarely(6),
  /** Days until all of it comes back; null if it stays. */
  returns: fc.constantFrom(null, null, 0, 1, 2),
});
const ofPayout = { of: fc.nat({ max: 2 }), day: fc.nat({ max: days - 1 }) };
/** What others do to look like a payout, or like one that came back. */
const imitation = fc.record({
  ...ofPayout,
  kind: fc.constantFrom('namedTransfer', 'guessedReturn', 'textReturn', 'textDebit', 'guessedDebit'),
});
/** What the bank does a second time, by mistake. */
const mistake = fc.record({ ...ofPayout, isReturn: fc.boolean() });
const habits = fc.record({
  references: fc.constantFrom('both', 'none', 'statements', 'notifications', 'different'),
  details: fc.constantFrom('both', 'notifications', 'statements'),
  statements: fc.constantFrom('camt053', 'mt940', 'either'),
  dialect: fc.constantFrom('unstructured', 'german', 'swift'),
  writesMoments: fc.boolean(),
  isShuffling: fc.boolean(),
}) satisfies fc.Arbitrary<Habits>;
const bank = fc.record({
  habits,
  bookings: fc.array(booking, { maxLength: 4 }),
  payouts: fc.array(payout, { maxLength: 3 }),
  imitations: fc.array(imitation, { maxLength: 2 }),
  mistakes: fc.array(mistake, { maxLength: 1 }),
  /** Payouts of one file are one entry. */
  isBatching: fc.boolean(),
  /** No two entries are equal: then nothing is left to doubt. */
  isDistinct: fc.boolean(),
});

/** What happens at one or two banks, how they report it, and the choices on the way. */
export const madeBanks = fc.record({
  banks: fc.array(bank, { minLength: 1, maxLength: 2 }),
  choices: fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 60 }),
});
export type Made = typeof madeBanks extends fc.Arbitrary<infer T> ? T : never;
export type MadeBank = Made['banks'][number];
