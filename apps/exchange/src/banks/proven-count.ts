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
 * closed show different ones. A way that comes back to a balance proves nothing: a report that has the same entries again may open there too.
 */
export function provenCount(statements: readonly CountingStatement[]): number {
  let steps = 0;
  const longest = (from: CountingStatement, passed: ReadonlySet<number>): number => {
    steps += 1;
    if (steps > maxSteps || from.opening === from.closing) return from.count;
    const balances = new Set([...passed, from.closing]);
    const next = statements.filter(({ opening, closing }) => opening === from.closing && !balances.has(closing));
    return from.count + Math.max(0, ...next.map((each) => longest(each, balances)));
  };
  return Math.max(0, ...statements.map((each) => longest(each, new Set([each.opening]))));
}
