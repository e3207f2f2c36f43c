/** A statement with balances, and how many entries of one day, direction and amount it shows. */
export interface CountingStatement {
  readonly opening: number;
  readonly closing: number;
  readonly count: number;
}

/** Statements of a few days have few ways to follow each other; beyond that many steps a smaller count is as true. */
const maxSteps = 10_000;

/**
 * How many equal entries the bank has booked at least. One statement shows so many of them, and statements of which one opens where the other
 * closed show different ones. Statements that open alike may show the same ones: a later report of the day has them all again.
 */
export function provenCount(statements: readonly CountingStatement[]): number {
  let steps = 0;
  const longest = (from: CountingStatement, passed: ReadonlySet<CountingStatement>): number => {
    steps += 1;
    const seen = new Set([...passed, from]);
    const next = statements.filter(
      (each) =>
        steps < maxSteps &&
        each.opening === from.closing &&
        !seen.has(each) &&
        [...seen].every(({ opening }) => opening !== each.opening),
    );
    return from.count + Math.max(0, ...next.map((each) => longest(each, seen)));
  };
  return Math.max(0, ...statements.map((each) => longest(each, new Set())));
}
