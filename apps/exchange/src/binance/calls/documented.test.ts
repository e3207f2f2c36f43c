import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binanceTable } from '../../../testing/binance-table.ts';
import type { BinanceCall } from './call.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/binance.md'), 'utf8');

/** An entry's line in the page. */
function lineOf({ rest, ws, right, params }: BinanceCall): string {
  const places = [rest?.join(' '), ws].filter((place) => place != null).map((place) => `\`${place}\``);
  const names = Object.entries(params).map(([name, { isRequired }]) => (isRequired ? name : `${name}?`));
  const parts = [places.join(' · '), right ?? 'anyone', ...(names.length > 0 ? [`\`${names.join(', ')}\``] : [])];
  return `- ${parts.join(': ')}`;
}

test('docs/binance.md lists every entry of the table', () => {
  const [, section = ''] = /## Served calls\n\n.*\n\n([\s\S]*?)\n\n## /.exec(page) ?? [];
  expect(section.split('\n')).toEqual(binanceTable().map(lineOf));
});

test('docs/binance.md names a test that exists for each difference', () => {
  const [, section = ''] = /## Differences\n\n.*\n\n([\s\S]*?)\n\n## /.exec(page) ?? [];
  const [, , ...rows] = section.split('\n');
  const held = rows.map((row) => /\| `([^`]+\.test\.ts)`: (.+?) +\|$/.exec(row));
  expect(held.length).toBeGreaterThan(20);
  expect(rows.filter((_, index) => held[index] === null)).toEqual([]);
  const missing = held.filter((found) => {
    const [, path = '', title = ''] = found ?? [];
    return !readFileSync(join(import.meta.dirname, '..', path), 'utf8').includes(`'${title}'`);
  });
  expect(missing.map((found) => found?.[0])).toEqual([]);
});
