import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+SUM(A1)', "'+SUM(A1)"],
  ['-cmd', "'-cmd"],
  ['-1-1', "'-1-1"],
  ['@A1', "'@A1"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['-1.50', '-1.50'],
  ['a=1', 'a=1'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['', ''],
])('a CSV line writes %j as %j', (text, written) => {
  expect(csvLine([text, '2'])).toBe(`${written},2\r\n`);
});
