import { expect, test } from 'vitest';
import { isChineseNumber, maskName, maskNumber, paperErrors } from './papers.ts';

test.each<[number: string, isOne: boolean, why: string]>([
  ['11010519491231002X', true, 'the example of the standard'],
  ['440524188001010014', true, 'the other one'],
  ['110105194912310021', false, 'its check digit is X'],
  ['11010519490231002X', false, 'there is no 31st of February'],
  ['11010519491331002X', false, 'there is no 13th month'],
  ['1101051949123100', false, 'too short'],
  ['A1010519491231002X', false, 'a letter at its beginning'],
])('%s: %s (%s)', (number, isOne) => {
  expect(isChineseNumber(number)).toBe(isOne);
});

const papers = { nationality: 'CN', name: '王小明', idType: 'identity', idNumber: '11010519491231002X' } as const;

test.each<[what: object, errors: object]>([
  [{}, {}],
  [{ idNumber: '110105194912310021' }, { idNumber: 'idNumber' }],
  [{ idNumber: 'E12345678', idType: 'passport' }, {}],
  [{ idNumber: '12345', nationality: 'DE' }, {}],
  [{ nationality: 'ZZ' }, { nationality: 'country' }],
  [{ nationality: 'QX' }, { nationality: 'country' }],
])('%j: %j', (changed, errors) => {
  expect(paperErrors({ ...papers, ...changed })).toEqual(errors);
});

test('masked names and numbers are recognisable but not readable', () => {
  expect(['王小明', '王伟', '𠮷田', '欧阳娜娜', 'Anna Novak', 'Al'].map(maskName)).toEqual([
    '王**',
    '王*',
    '𠮷*',
    '欧**',
    'A***',
    'A***',
  ]);
  expect(maskNumber('11010519491231002X')).toBe('1***2X');
});
