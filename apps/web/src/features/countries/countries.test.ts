import { expect, test } from 'vitest';
import { countryName, findCountries, listCountries } from './countries.ts';

const english = listCountries('en');
const chinese = listCountries('zh');

test('every country has a name of its own in both languages', () => {
  for (const countries of [english, chinese]) {
    expect(countries).toHaveLength(249);
    expect(new Set(countries.map(({ name }) => name)).size).toBe(249);
    expect(countries.filter(({ code, name }) => name === code)).toEqual([]);
  }
  expect(english[0]?.name).toBe('Afghanistan');
  expect(countryName('CZ', 'en')).toBe('Czechia');
});

test.each([
  ['czech', 'CZ'],
  ['捷克', 'CZ'],
  ['cn', 'CN'],
  ['cote', 'CI'],
  ['germ', 'DE'],
  [' Turkiye ', 'TR'],
])('“%s” finds %s first', (typed, code) => {
  expect(findCountries(english, typed)[0]?.code).toBe(code);
});

test('in Chinese it is found by either name; nothing is found by nonsense; all without a word', () => {
  expect(findCountries(chinese, '日本')[0]?.code).toBe('JP');
  expect(findCountries(chinese, 'japan')[0]?.code).toBe('JP');
  expect(findCountries(english, 'xyzzy')).toEqual([]);
  expect(findCountries(english, '  ')).toBe(english);
});
