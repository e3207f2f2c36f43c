import { assert } from './assert.ts';

/** The most decimal places that a unit may have. */
const placesMax = 18;

export function assertPlaces(decimals: number): void {
  assert(Number.isInteger(decimals) && decimals >= 0 && decimals <= placesMax, 'decimals are not 0 to 18');
}
