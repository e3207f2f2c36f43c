import { expect, test } from 'vitest';
import { assetSeeds, knownAssets } from '../../ledger/listings/seeds.ts';
import { aliases } from './aliases.ts';
import { coinNamesOf } from './coin-names.ts';

const wordsOf = (code: string): readonly string[] => {
  const seed = knownAssets.find((asset) => asset.code === code);
  if (seed === undefined) throw new Error(`${code} isn't known`);
  return coinNamesOf(seed).words;
};

test.each([
  ['BTC', ['bitebi', 'btb', 'xbt', '大饼', 'dabing']],
  ['ETH', ['yitaifang', 'ytf', 'ether', 'yitaibi']],
  ['USDT', ['taidabi', 'tdb', 'tether']],
  ['DOGE', ['gougoubi', 'ggb', '狗币']],
  ['POL', ['shengtaidaibi', 'matic']],
  ['CNY', ['renminbi', 'rmb']],
])('%s is found by its pinyin, initials and aliases', (code, words) => {
  expect(wordsOf(code)).toEqual(expect.arrayContaining(words));
});

test('a coin that operators name has its pinyin, and a new name replaces it', () => {
  const named = (zh: string) => coinNamesOf({ code: 'NEWC', name: { zh, en: 'New coin' } });
  expect(named('绿币')).toEqual({ coin: 'NEWC', name: { zh: '绿币', en: 'New coin' }, words: ['lvbi', 'lb'] });
  expect(named('红币').words).toEqual(['hongbi', 'hb']);
  expect(named('New coin').words).toEqual([]);
});

test('words are folded as a search folds them, and no alias repeats a code or belongs to two coins', () => {
  const all = assetSeeds.flatMap(({ code }) => wordsOf(code));
  expect(all.filter((word) => word !== word.toLowerCase() || /\s/.test(word))).toEqual([]);
  const called = Object.values(aliases).flat();
  expect(called.filter((alias, index) => called.indexOf(alias) !== index)).toEqual([]);
  expect(called.filter((alias) => alias.toUpperCase() in aliases)).toEqual([]);
});
