import { expect, it } from 'vitest';
import { countryAt, unitsOf, world } from './outlines.ts';

const at = (latitude: number, longitude: number): string | null => {
  const { x, y } = unitsOf(latitude, longitude);
  return countryAt(x, y);
};

it.each([
  ['Beijing', 40, 116, 'CN'],
  ['Berlin', 52, 13, 'DE'],
  ['Santiago', -33, -71, 'CL'],
  ['Alice Springs', -24, 134, 'AU'],
  ['Denver', 40, -105, 'US'],
  ['Maseru, inside of another country', -30, 28, 'LS'],
  ['the Pacific', 0, -150, null],
])('%s lies where it lies', (_, latitude, longitude, country) => {
  expect(at(latitude, longitude)).toBe(country);
});

it('has every country once', () => {
  expect(new Set(world.map(([code]) => code)).size).toBe(world.length);
  expect(world.length).toBeGreaterThan(170);
});
