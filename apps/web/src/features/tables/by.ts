import { compare } from '../../lib/exact.ts';

/** Compares rows by a decimal; a missing one is the least. */
export const byDecimal =
  <Row>(of: (row: Row) => string | null | undefined) =>
  (a: Row, b: Row): number => {
    const [x, y] = [of(a) ?? null, of(b) ?? null];
    if (x === null || y === null) return Number(x !== null) - Number(y !== null);
    return compare(x, y);
  };

/** Compares rows by a number, such as a time. */
export const byNumber =
  <Row>(of: (row: Row) => number) =>
  (a: Row, b: Row): number =>
    of(a) - of(b);

/** Compares rows by a text. */
export const byText =
  <Row>(of: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0;
