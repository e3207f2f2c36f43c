import { assert } from './assert.ts';

/** Maximum decimal places of a unit. */
const maxPlaces = 18;

export function assertPlaces(decimals: number): void {
  assert(Number.isInteger(decimals) && decimals >= 0 && decimals <= maxPlaces, 'decimals are not 0 to 18');
}
