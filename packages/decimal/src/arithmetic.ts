import { assert } from './assert.ts';

/** The largest exact count of units: 2^53 − 1. */
export const maxUnits = Number.MAX_SAFE_INTEGER;

/** `a + b`. A result outside ±(2^53 − 1) is a bug of the caller. */
export function add(a: number, b: number): number {
  const sum = a + b;
  assert(Number.isSafeInteger(sum), 'sum is not a safe integer');
  return sum;
}

/** `a − b`. A result outside ±(2^53 − 1) is a bug of the caller. */
export function subtract(a: number, b: number): number {
  const difference = a - b;
  assert(Number.isSafeInteger(difference), 'difference is not a safe integer');
  return difference;
}

/** `a × b`. A result outside ±(2^53 − 1) is a bug of the caller. */
export function multiply(a: number, b: number): number {
  const product = a * b;
  assert(Number.isSafeInteger(product), 'product is not a safe integer');
  return product;
}

/**
 * `a × b ÷ divisor`, rounded towards zero, exact even if the product exceeds 2^53. No argument may be negative, and the divisor not zero. A
 * result beyond 2^53 − 1 is a bug of the caller.
 */
export function multiplyDivideDown(a: number, b: number, divisor: number): number {
  assertOperands(a, b, divisor);
  const product = a * b;
  // A quotient of safe integers never rounds up to a whole number above it, so `floor` is exact here.
  if (product <= maxUnits) return Math.floor(product / divisor);
  return toUnits((BigInt(a) * BigInt(b)) / BigInt(divisor));
}

/** Like {@link multiplyDivideDown}, but rounded up to the next whole unit. */
export function multiplyDivideUp(a: number, b: number, divisor: number): number {
  assertOperands(a, b, divisor);
  const product = a * b;
  if (product <= maxUnits) {
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
  assert(value <= BigInt(maxUnits), 'quotient is not a safe integer');
  return Number(value);
}
