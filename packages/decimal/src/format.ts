import { assert } from './assert.ts';
import { assertPlaces } from './places.ts';

export interface FormatOptions {
  /** Removes trailing zeros. */
  readonly trim?: boolean;
  /** Separates thousands by commas, for people. */
  readonly grouped?: boolean;
}

/**
 * Formats a count of units of 10^−decimals (a safe integer, or a `bigint` for sums) in plain notation with all places (`0.01500000`). With
 * `trim`, trailing zeros are dropped (`0.015`, `12`).
 */
export function formatDecimal(units: number | bigint, decimals: number, options: FormatOptions = {}): string {
  assertPlaces(decimals);
  assert(typeof units === 'bigint' || Number.isSafeInteger(units), 'units are not a safe integer');
  return pointed(units, decimals, options);
}

/** Like {@link formatDecimal}, with any number of places. */
export function pointed(units: number | bigint, decimals: number, options: FormatOptions = {}): string {
  const digits = String(units < 0 ? -units : units).padStart(decimals + 1, '0');
  const plain = digits.slice(0, digits.length - decimals);
  const whole = options.grouped === true ? plain.replace(/\B(?=(\d{3})+$)/g, ',') : plain;
  const places = digits.slice(digits.length - decimals);
  const kept = options.trim === true ? places.replace(/0+$/, '') : places;
  return (units < 0 ? '-' : '') + whole + (kept === '' ? '' : '.' + kept);
}
