import { expect, test } from 'vitest';
import { proveLanguage, soundRuns } from './prove-language.ts';

test('the clients in Go trade by the page’s snippets, and their books, orders and candles are those of REST', async () => {
  expect(await proveLanguage('Go')).toEqual(soundRuns('Go'));
}, 1_200_000);
