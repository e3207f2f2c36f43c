import type { ExpectedAccount } from './expected-account.ts';
import type { ReadStatement } from './read-statement.ts';
import type { BankEntry } from './statement.ts';

/**
 * Marks what a payer could have written into MT940: `:86:` has no end of its own, so a text that the bank passes on with its line breaks looks like
 * further fields. Balances refuse most of it. They can't tell entries of one text that make zero together, nor a text that ends the statement and
 * begins another one. People decide what came in by such entries. SWIFT forbids a text's line to begin with a colon: banks that keep to it lose nothing.
 */
export function markUnproven<A extends ExpectedAccount>(read: readonly ReadStatement<A>[]): ReadStatement<A>[] {
  const accounts = new Set(read.flatMap((one) => (one.kind === 'unknown' ? [] : [one.account])));
  const doubted = new Set([...accounts].flatMap((account) => doubtedOf(read, account)));
  return read.map((one) => {
    if (one.kind !== 'read') return one;
    const entries = one.statement.entries.map((entry) =>
      doubted.has(entry) && entry.direction === 'in' ? ({ ...entry, unusual: 'unproven' } as const) : entry,
    );
    return { ...one, statement: { ...one.statement, entries } };
  });
}

/** Entries of an account that the balances don't prove. No payer wrote the first one: no text stands before it. */
function doubtedOf<A extends ExpectedAccount>(read: readonly ReadStatement<A>[], account: A): readonly BankEntry[] {
  const own = read.filter((one) => one.kind !== 'unknown' && one.account === account);
  const entries = own.flatMap((one) => (one.kind === 'read' ? one.statement.entries : []));
  const isWhole = own.every((one, index) => {
    const [before, next] = [own[index - 1], read[read.indexOf(one) + 1]];
    if (one.kind !== 'read' || next?.kind === 'unknown') return false;
    return before?.kind !== 'read' || before.statement.closing === one.statement.opening;
  });
  const from = own[0]?.kind === 'read' ? 1 : 0;
  return isWhole ? offsetting(entries, from) : entries.slice(from);
}

/** The entries of each run, from an index on, that makes zero: the sums before it and after it are equal. */
function offsetting(entries: readonly BankEntry[], from: number): readonly BankEntry[] {
  const sums = [0];
  for (const { direction, amount } of entries) sums.push((sums.at(-1) ?? 0) + (direction === 'in' ? amount : -amount));
  const lastOf = new Map(sums.map((sum, index) => [sum, index]));
  let end = from;
  return entries.filter((_entry, index) => {
    if (index < from) return false;
    end = Math.max(end, lastOf.get(sums[index] ?? 0) ?? index);
    return index < end;
  });
}
