import { actNames, consoleCalls, type OperatorCall } from '@fft/console-contract';
import { expect, test } from 'vitest';
import { read } from './project-files.ts';

/** Rows of the table under a heading, without its head: cells, trimmed. */
function rowsUnder(heading: string): string[][] {
  const [, after = ''] = read('docs/console.md').split(`## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const named = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const rows = rowsUnder('The worst hour');
const calls = new Map(
  Object.entries(consoleCalls).flatMap(([area, ofArea]) =>
    Object.entries(ofArea).map(([name, call]): [string, OperatorCall] => [`${area}.${name}`, call as OperatorCall]),
  ),
);

test('docs/console.md says of every call of the console what its worst user does in an hour', () => {
  const documented = rows.flatMap(([cell]) => named(cell));
  expect(documented.toSorted()).toEqual([...calls.keys()].toSorted());
});

test('each row names the right of its calls, who agrees, the worst hour, and the bound', () => {
  const wrong = rows.filter(([cell, right = '', agrees = '', worst = '', bound = '']) => {
    const rights = named(cell).map((name) => calls.get(name)?.right ?? 'none');
    return rights.some((one) => !right.includes(one)) || agrees === '' || worst.length < 10 || bound === '';
  });
  expect(wrong).toEqual([]);
});

test('every act that takes two is named in the column of who agrees', () => {
  // Settings are in capitals.
  const agreed = rows.flatMap(([, , agrees]) => named(agrees)).filter((name) => /^[a-z]/.test(name));
  expect(actNames.filter((act) => !agreed.includes(act))).toEqual([]);
  expect(agreed.filter((act) => !(actNames as readonly string[]).includes(act))).toEqual([]);
});
