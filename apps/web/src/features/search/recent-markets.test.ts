// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetRecent, keepRecent, recentMarkets } from './recent-markets.ts';

// Node's own storage hides the DOM's.
vi.hoisted(() => vi.stubGlobal('localStorage', new Storage()));

beforeEach(forgetRecent);

test('the latest six found markets are kept, each once, the latest first', () => {
  for (const symbol of ['A/B', 'C/D', 'A/B']) keepRecent(symbol);
  expect(recentMarkets()).toEqual(['A/B', 'C/D']);
  for (const coin of ['E', 'F', 'G', 'H', 'I']) keepRecent(`${coin}/B`);
  expect(recentMarkets()).toEqual(['I/B', 'H/B', 'G/B', 'F/B', 'E/B', 'A/B']);
});

test.each([['nonsense'], ['{}'], ['[1,null]']])('what another program stored there counts as none: %s', (text) => {
  localStorage.setItem('recent-markets', text);
  expect(recentMarkets()).toEqual([]);
});
