import { expect, test } from 'vitest';
import type { EntryFacts } from './entries.ts';
import { recognise, type KnownEntry } from './recognise.ts';

const entry = (change: Partial<EntryFacts>): EntryFacts => ({
  account: 1,
  currency: 'EUR',
  direction: 'in',
  amount: 300,
  booked: '2026-03-02',
  name: null,
  number: null,
  body: 'batch',
  end_to_end: null,
  is_return: false,
  reason: null,
  parts: null,
  unusual: null,
  ...change,
});
const notified = (id: number, reference: string | null, change: Partial<EntryFacts>): KnownEntry => ({
  id,
  isPart: false,
  isTwin: false,
  facts: entry(change),
  references: new Set(reference === null ? [] : [reference]),
  isNotified: true,
  isOnStatement: false,
  isOverlapping: false,
});
/** A statement with a return and a transfer of equal amounts. */
const shown = (references: readonly (string | null)[]) => {
  const facts = [entry({ name: 'Anna', is_return: true }), entry({ name: 'Eve', number: '17' })];
  return facts.map((each, line) => ({ facts: each, reference: references[line] ?? null, line }));
};
const report = { hasBalances: true, provenCount: () => 2 };
/** Both orders of the notification's entries. */
const orders = [
  [1, 2],
  [2, 1],
] as const;

test.each(orders)(
  'without references a return is the notified return, and a transfer the other one (%i, %i)',
  (...ids) => {
    const known = [notified(1, null, { is_return: true }), notified(2, null, {})];
    const found = recognise(
      shown([]),
      ids.map((id) => known[id - 1] as KnownEntry),
      report,
    );
    expect(found).toMatchObject([
      { kind: 'known', entry: { id: 1 } },
      { kind: 'known', entry: { id: 2 } },
    ]);
  },
);

test.each(orders)('under other references, people are asked about these pairs (%i, %i)', (...ids) => {
  const known = [notified(1, 'N1', { is_return: true }), notified(2, 'N2', {})];
  const found = recognise(
    shown(['S1', 'S2']),
    ids.map((id) => known[id - 1] as KnownEntry),
    report,
  );
  expect(found).toMatchObject([
    { kind: 'doubt', doubt: 'perhapsKnown', entry: { id: 1 } },
    { kind: 'doubt', doubt: 'perhapsKnown', entry: { id: 2 } },
  ]);
});
