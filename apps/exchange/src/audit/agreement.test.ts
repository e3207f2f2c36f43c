import { expect, test } from 'vitest';
import { Agreement } from './agreement.ts';

const agreed = { act: 'rate', target: 'rate CNY', first: 'olga', second: 'oleg' };

test('nobody agrees to their own proposal', () => {
  expect(() => Agreement.reach({ ...agreed, second: 'olga' })).toThrow('own proposal');
});

test('an agreement is about one act and one target', () => {
  const agreement = Agreement.reach(agreed);
  expect(() => agreement.requireAbout('rate', 'rate CNY')).not.toThrow();
  expect(() => agreement.requireAbout('rate', 'rate USD')).toThrow('agreed to rate of rate CNY');
  expect(() => agreement.requireAbout('token', 'rate CNY')).toThrow('agreed to rate of rate CNY');
});
