import { expect, test } from 'vitest';
import { mayDo, roles } from '../rights.ts';
import { actNames, acts, linesOf, type Act, type ActInput } from './index.ts';

test.each(actNames)('whoever may propose or agree to `%s` sees approvals', (act) => {
  const { right, agrees } = acts[act];
  const concerned = roles.filter((role) => mayDo(role, right) || mayDo(role, agrees));
  expect(concerned.filter((role) => !mayDo(role, 'approvals.see'))).toEqual([]);
});

test('amounts stand beside their coin, customers by number, and an old value before the new one', () => {
  const withdrawal: ActInput<'withdrawal'> = {
    id: 7,
    customer: 1004,
    coin: 'BTC',
    address: 'bc1q',
    number: 1,
    amount: '2.5',
    fee: '0.001',
    worth: null,
  };
  expect(linesOf({ act: 'withdrawal', input: withdrawal })).toEqual([
    ['withdrawal', { kind: 'text', text: '7' }],
    ['customer', { kind: 'customer', id: 1004 }],
    ['amount', { kind: 'amount', amount: '2.5', coin: 'BTC' }],
    ['fee', { kind: 'amount', amount: '0.001', coin: 'BTC' }],
    ['address', { kind: 'text', text: 'bc1q' }],
  ]);
  const role: ActInput<'role'> = { change: 'setRole', id: 3, name: 'anna', from: 'support', role: 'treasury' };
  expect(linesOf({ act: 'role', input: role })).toContainEqual([
    'role',
    {
      kind: 'change',
      from: { kind: 'word', of: 'role', word: 'support' },
      to: { kind: 'word', of: 'role', word: 'treasury' },
    },
  ]);
});

test('input that the contract doesn’t know is refused, and what it doesn’t name is dropped', () => {
  const known = { unit: 'EUR', perUsdt: '0.9' };
  expect(acts.rate.input.parse({ ...known, extra: 1 })).toEqual(known);
  const wrong: readonly (readonly [Act, unknown])[] = [
    ['rate', { unit: 'EUR' }],
    ['role', { change: 'create', name: 'of.old', role: 'support' }],
    ['role', { change: 'setRole', id: 1, name: 'x', from: 'support', role: 'root' }],
    ['reset', { id: '1004', factor: 'totp', reason: 'lost' }],
  ];
  for (const [act, input] of wrong)
    expect({ act, ...acts[act].input.safeParse(input) }).toMatchObject({ act, success: false });
});
