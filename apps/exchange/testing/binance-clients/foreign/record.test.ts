import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pagePath, withClients } from '../page.ts';
import { foreignClients } from './clients.ts';
import { snippetsOf } from './page-snippets.ts';
import { clientTable } from './record.ts';

const page = readFileSync(pagePath, 'utf8');

test('the page has the table of the last runs', () => {
  // `npm run clients` writes it.
  expect(page).toBe(withClients(page));
});

test('every snippet of the page in another language is run with a client, and every client has its snippet', () => {
  const used = new Set(foreignClients.flatMap(({ snippets }) => snippets));
  expect([...snippetsOf(page).keys()].toSorted()).toEqual([...used].toSorted());
});

test('the table says what was the same, what differed, and what has not run', () => {
  const run = { version: '1', day: '2026-11-30', seconds: 600, orders: 9, fills: 4, comparisons: 3, wrong: '' };
  const lines = clientTable({ binance: run, XChange: { ...run, wrong: 'a | b' } }).split('\n');
  const about = (name: string) =>
    lines.map((line) => line.replaceAll(/ +/g, ' ')).find((line) => line.startsWith(`| ${name} |`));
  expect(about('binance')).toContain('| Node | 1 | 2026-11-30, 600 s | 9, 4 filled | 3 times of 3 |');
  expect(about('XChange')).toContain('| no: a / b |');
  expect(about('go-binance')).toContain('| not run yet |');
});
