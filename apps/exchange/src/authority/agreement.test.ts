import { expect, test } from 'vitest';
import { Agreement } from './agreement.ts';

const input = { unit: 'CNY', perUsdt: '7.2', before: '7.1' };
const agreed = { act: 'rate', target: 'rate CNY', input, first: 'olga', second: 'oleg' } as const;

test('nobody agrees to their own proposal', () => {
  expect(() => Agreement.reach({ ...agreed, second: 'olga' })).toThrow('own proposal');
});

test('an agreement is about one act and one target', () => {
  const agreement = Agreement.reach(agreed);
  expect(agreement.requireAbout('rate', 'rate CNY', {})).toEqual(input);
  expect(() => agreement.requireAbout('rate', 'rate USD', {})).toThrow('agreed to rate of rate CNY');
  expect(() => agreement.requireAbout('token', 'rate CNY', {})).toThrow('agreed to rate of rate CNY');
});

test('an agreement is about one input: it stays what the two read, and no other value of the same target counts', () => {
  const read = { ...input };
  const agreement = Agreement.reach({ ...agreed, input: read });
  read.perUsdt = '1.0';
  expect(() => agreement.requireAbout('rate', 'rate CNY', { unit: 'CNY', perUsdt: '7.2' })).not.toThrow();
  for (const does of [{ perUsdt: '1.0' }, { perUsdt: '7.20' }, { perUsdt: '7.2', before: '7.2' }])
    expect(() => agreement.requireAbout('rate', 'rate CNY', does)).toThrow('agreed to another');
  const account = Agreement.reach({
    act: 'role',
    target: 'operator anna',
    input: { change: 'disable', id: 3, name: 'anna', role: 'support', leaves: ['withdrawals.decide'] },
    first: 'olga',
    second: 'oleg',
  });
  expect(() => account.requireAbout('role', 'operator anna', { change: 'disable', leaves: [] })).toThrow('leaves');
  expect(() => account.requireAbout('role', 'operator anna', { change: 'setRole' })).toThrow('another change');
});
