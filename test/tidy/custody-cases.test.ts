import { expect, test } from 'vitest';
import { read } from './project-files.ts';

const rows = read('docs/custody-cases.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('every documented case of custody has its test', () => {
  expect(rows.length).toBeGreaterThan(30);
  for (const [, what, file = '', title = ''] of rows) {
    const path = new URL(file.replaceAll('`', ''), 'file:///apps/exchange/src/').pathname.slice(1);
    expect([what, read(path).includes(`'${title}'`)]).toEqual([what, true]);
  }
});
