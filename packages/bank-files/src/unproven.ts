import type { ExpectedAccount } from './expected-account.ts';
import type { ReadStatement } from './read-file.ts';
import type { BankEntry } from './statement.ts';

/**
 * Marks what a payer could have written into MT940: `:86:` has no end of its own, so a text that the bank passes on with its line breaks looks like
 * further fields. Balances refuse most of it. They can't tell entries of one text that make zero together, nor a text that ends the statement and
 * begins another one. People decide what came in by such entries. SWIFT forbids a text's line to begin with a colon: banks that keep to it lose nothing.
 */
export function markUnproven<A extends ExpectedAccount>(read: readonly ReadStatement<A>[]): ReadStatement<A>[] {
  return read.map((one, index) => {
    if (one.kind !== 'read') return one;
    const { statement } = one;
    const before = read.slice(0, index).findLast((other) => other.kind !== 'unknown' && other.account === one.account);
    const isLoose = before !== undefined && !(before.kind === 'read' && before.statement.closing === statement.opening);
    const doubted = isLoose ? statement.entries : offsetting(statement.entries, before === undefined ? 1 : 0);
    const incoming = new Set(doubted.filter(({ direction }) => direction === 'in'));
    const entries = statement.entries.map((entry) =>
      incoming.has(entry) ? ({ ...entry, unusual: 'unproven' } as const) : entry,
    );
    return { ...one, statement: { ...statement, entries } };
  });
}

/** The entries of each run, from an index on, that makes zero: the sums before it and after it are equal. */
function offsetting(entries: readonly BankEntry[], from: number): readonly BankEntry[] {
  const sums = [0];
  for (const { direction, amount } of entries) sums.push((sums.at(-1) ?? 0) + (direction === 'in' ? amount : -amount));
  const lastOf = new Map(sums.map((sum, index) => [sum, index]));
  const found: BankEntry[] = [];
  let end = from;
  for (const [index, entry] of entries.entries()) {
    if (index < from) continue;
    end = Math.max(end, lastOf.get(sums[index] ?? 0) ?? index);
    if (index < end) found.push(entry);
  }
  return found;
}
