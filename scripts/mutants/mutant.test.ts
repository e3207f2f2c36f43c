import { expect, test } from 'vitest';
import { isMissed, mutantsOf, rangeOf, type Report, withSecondTry } from './mutant.ts';

function reportOf(...statuses: string[]): Report {
  const mutants = statuses.map((status, index) => ({
    location: { start: { line: index + 1, column: 3 }, end: { line: index + 1, column: 9 } },
    replacement: 'true',
    mutatorName: 'ConditionalExpression',
    status,
  }));
  return { files: { 'a.ts': { mutants } } };
}

test('invalid mutants do not count, and mutants that no test reaches survive', () => {
  const mutants = mutantsOf(reportOf('Killed', 'Ignored', 'Survived', 'NoCoverage', 'Timeout'));
  expect(mutants.map(isMissed)).toEqual([false, true, true, false]);
  expect(mutants.map(rangeOf)[1]).toBe('a.ts:3:2-3:8');
});

test('retried mutants replace earlier survivors', () => {
  const first = mutantsOf(reportOf('Killed', 'Survived', 'Survived'));
  const second = mutantsOf(reportOf('Survived', 'Killed'));
  expect(withSecondTry(first, second).map(({ status }) => status)).toEqual(['Killed', 'Killed', 'Survived']);
});
