import { assert } from './assert.ts';

/** The largest count of units that is held exactly: 2^53 − 1. */
export const unitsMax = Number.MAX_SAFE_INTEGER;

/** `a + b`; a result outside ±(2^53 − 1) is a bug of the caller. */
export function add(a: number, b: number): number {
  const sum = a + b;
  assert(Number.isSafeInteger(sum), 'sum is not a safe integer');
  return sum;
}

/** `a − b`; a result outside ±(2^53 − 1) is a bug of the caller. */
export function subtract(a: number, b: number): number {
  const difference = a - b;
  assert(Number.isSafeInteger(difference), 'difference is not a safe integer');
  return difference;
}

/** `a × b`; a result outside ±(2^53 − 1) is a bug of the caller. */
export function multiply(a: number, b: number): number {
  const product = a * b;
  assert(Number.isSafeInteger(product), 'product is not a safe integer');
  return product;
}

/**
 * `a × b ÷ divisor` rounded towards zero, exact even where the product passes 2^53. No argument may be negative, the divisor not zero.
 * A result beyond 2^53 − 1 is a bug of the caller.
 */
export function multiplyDivideDown(a: number, b: number, divisor: number): number {
  assertOperands(a, b, divisor);
  const product = a * b;
  // A quotient of safe integers never rounds up to a whole number that it doesn't reach, so `floor` is exact here.
  if (product <= unitsMax) return Math.floor(product / divisor);
  return toUnits((BigInt(a) * BigInt(b)) / BigInt(divisor));
}

/** As {@link multiplyDivideDown}, rounded up to the next whole unit. */
export function multiplyDivideUp(a: number, b: number, divisor: number): number {
  assertOperands(a, b, divisor);
  const product = a * b;
  if (product <= unitsMax) {
    const quotient = Math.floor(product / divisor);
    return quotient * divisor === product ? quotient : quotient + 1;
  }
  const wideDivisor = BigInt(divisor);
  return toUnits((BigInt(a) * BigInt(b) + wideDivisor - 1n) / wideDivisor);
}

function assertOperands(a: number, b: number, divisor: number): void {
  assert(Number.isSafeInteger(a) && a >= 0, 'factor is not a count');
  assert(Number.isSafeInteger(b) && b >= 0, 'factor is not a count');
  assert(Number.isSafeInteger(divisor) && divisor > 0, 'divisor is not a positive integer');
}

function toUnits(value: bigint): number {
  assert(value <= BigInt(unitsMax), 'quotient is not a safe integer');
  return Number(value);
}
