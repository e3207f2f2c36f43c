import { rights, roles, type Right } from '@fft/console-contract';
import { expect, test } from 'vitest';
import { read } from './project-files.ts';

/** Cells of the table that stands under a heading, without the formatter's padding. */
function tableUnder(heading: string): string[][] {
  const [, after = ''] = read('docs/console.md').split(`## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('the page about the console tells who may do what as the table of rights does', () => {
  const [head, , ...rows] = tableUnder('Roles');
  expect(head).toEqual(['', ...roles]);
  const told = Object.fromEntries(rows.map(([right = '', ...cells]) => [right.replaceAll('`', ''), cells]));
  const wanted = Object.entries(rights).map(([right, allowed]: [string, (typeof rights)[Right]]) => {
    const may: readonly string[] = allowed;
    return [right, roles.map((role) => (may.includes(role) ? 'yes' : ''))];
  });
  expect(told).toEqual(Object.fromEntries(wanted));
});
