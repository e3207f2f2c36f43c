import { expect, test } from 'vitest';
import { proveLanguage, soundRuns } from './prove-language.ts';

test('the clients in Python trade by the page’s snippets, and their books, orders and candles are those of REST', async () => {
  expect(await proveLanguage('Python')).toEqual(soundRuns('Python'));
}, 1_200_000);
