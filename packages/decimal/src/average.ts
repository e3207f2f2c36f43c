import { assert } from './assert.ts';
import { pointed } from './format.ts';

/** A decimal: a count of units of 10^−places. */
export interface Scaled {
  readonly units: number | bigint;
  readonly places: number;
}

/** Places that an average price has beyond those of its market's prices: it lies between two ticks. */
export const placesBeyondPrice = 2;

/**
 * The average price of a quantity that cost this amount, rounded half-even to two places beyond the market's prices, trailing zeros included. Null
 * without a quantity. Neither may be negative.
 */
export function averagePrice(amount: Scaled, quantity: Scaled, pricePlaces: number): string | null {
  if (Number(quantity.units) === 0) return null;
  const places = pricePlaces + placesBeyondPrice;
  return pointed(divideToPlaces(amount, quantity, places), places);
}

/** `amount ÷ quantity` as units of 10^−places, rounded half-even. The amount may not be negative, the quantity must be positive. */
export function divideToPlaces(amount: Scaled, quantity: Scaled, places: number): bigint {
  const shift = quantity.places + places - amount.places;
  const [numerator, divisor] = [BigInt(amount.units), BigInt(quantity.units)];
  return shift >= 0
    ? divideHalfEven(numerator * 10n ** BigInt(shift), divisor)
    : divideHalfEven(numerator, divisor * 10n ** BigInt(-shift));
}

/** `numerator ÷ divisor`, rounded to the nearest whole number, and to the even one of two that are equally near. */
export function divideHalfEven(numerator: bigint, divisor: bigint): bigint {
  assert(numerator >= 0n && divisor > 0n, 'quotient is not of counts');
  const quotient = numerator / divisor;
  const excess = 2n * (numerator - quotient * divisor) - divisor;
  return excess > 0n || (excess === 0n && quotient % 2n === 1n) ? quotient + 1n : quotient;
}
