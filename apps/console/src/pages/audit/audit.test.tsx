// @vitest-environment happy-dom
import { consoleCalls } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, detailsIn, rowsOf, settled, show, textOf } from '../../../testing/show.tsx';
import { AuditPage } from './AuditPage.tsx';

const { audit } = consoleCalls.operators;

test('the log says who did what to whom; an entry shows what was before and after', async () => {
  api.answers(audit, {
    items: [
      { id: 2, operator: 'li', act: 'refused', target: '/api/operators/treasury/balances' },
      { id: 1, operator: 'wu', act: 'customer.note', target: 'customer 1004', after: { text: 'Lost her phone' } },
    ],
  });
  const user = show(<AuditPage />, { role: 'admin' });
  const rows = await rowsOf('Audit log');
  expect(rows.map(([, operator]) => operator)).toEqual(['li', 'wu']);
  expect(rows[0]?.[3]).toBe('/api/operators/treasury/balances');
  expect(rows[1]?.[3]).toBe('Customer 1004');
  const [, second] = screen.getAllByRole('button').filter((button) => 'opens' in button.dataset);
  await user.click(second ?? document.body);
  const panel = screen.getByRole('complementary', { name: 'Entry details' });
  expect(detailsIn(panel)).toEqual({ Operator: 'wu', Action: 'customer.note', Target: 'Customer 1004' });
  expect([...panel.querySelectorAll('section')].map(textOf)).toEqual([
    'BeforeNothing',
    'After{ "text": "Lost her phone" }',
  ]);
  expect(within(panel).getByRole('link').getAttribute('href')).toBe('#/customers?id=1004');
});

test.each([
  ['en', 'Operator', 'Target', 'Filter'],
  ['zh', '操作员', '对象', '筛选'],
] as const)('the log is searched as it is read (%s)', async (lang, operator, target, search) => {
  const user = show(<AuditPage />, { role: 'admin', lang });
  await settled();
  await user.type(screen.getByLabelText(operator), ' wu ');
  await user.type(screen.getByLabelText(target), '1004');
  await user.click(screen.getByRole('button', { name: search }));
  await settled();
  // A bare number is a customer's.
  expect(api.inputsOf(audit)).toEqual([{ limit: 50 }, { operator: 'wu', target: 'customer 1004', limit: 50 }]);
});
