import { rights, roles, type Right } from '@fft/console-contract';
import { expect, test } from 'vitest';
import { read } from './project-files.ts';

/** Cells of the table under a heading, trimmed. */
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

test('the roles table in docs/console.md equals the table of rights', () => {
  const [head, , ...rows] = tableUnder('Roles');
  expect(head).toEqual(['', ...roles]);
  const documented = Object.fromEntries(rows.map(([right = '', ...cells]) => [right.replaceAll('`', ''), cells]));
  const wanted = Object.entries(rights).map(([right, allowed]: [string, (typeof rights)[Right]]) => {
    const may: readonly string[] = allowed;
    return [right, roles.map((role) => (may.includes(role) ? 'yes' : ''))];
  });
  expect(documented).toEqual(Object.fromEntries(wanted));
});
