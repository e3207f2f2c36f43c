// @vitest-environment happy-dom
import { consoleCalls, lockKinds, type CustomerDetail, type Role } from '@fft/console-contract';
import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, buttonsIn, detailsIn, rowsOf, said, settled, show, tagsIn } from '../../../testing/show.tsx';
import { customerTexts } from '../../i18n/customers.ts';
import { CustomersPage } from './CustomersPage.tsx';

const { customers } = consoleCalls;

const anna: Part<CustomerDetail> = {
  id: 1004,
  name: 'Anna Novak',
  email: 'anna@example.com',
  identity: 'passed',
  lang: 'zh',
  country: 'FR',
  worth: '1234.567',
  has: { payPassword: true, totp: true, passkeys: 2 },
  sessions: [{ userAgent: 'Firefox', ip: '10.0.0.1' }],
};

/** Opens a customer's panel. */
async function openPanel(customer: Part<CustomerDetail>, role: Role = 'support', lang: 'zh' | 'en' = 'en') {
  api.answers(customers.read, customer);
  const user = show(<CustomersPage />, { role, lang, at: '/customers?id=1004' });
  const panel = screen.getByRole('complementary');
  await within(panel).findByRole('tablist');
  await settled();
  return { user, panel };
}

const actsIn = (panel: HTMLElement): string[] => buttonsIn(panel).filter((name) => name !== 'Close');
const locked = (lock: Part<CustomerDetail>['lock'], by: 'self' | 'operator' = 'operator'): Part<CustomerDetail> => ({
  ...anna,
  locked: true,
  lockedBy: by,
  lock: lock ?? null,
});

test('the profile says who the customer is, what they have set, and which fees they pay', async () => {
  const { panel } = await openPanel({
    ...anna,
    fees: { makerPpm: 200, takerPpm: 400 },
    feeTier: { tier: { id: 3, nameZh: '贵宾', nameEn: 'VIP' }, byHand: true, turnoverUsdt: 1800 },
  });
  expect(panel.querySelector('h2')?.textContent).toBe('Anna NovakVerified');
  expect(panel.textContent).toContain('No. 1004 · anna@example.com');
  expect(detailsIn(panel)).toMatchObject({
    'Total value (USDT)': '1,234.56',
    Name: 'Anna Novak',
    'E-mail': 'anna@example.com',
    Phone: 'Not given',
    Nickname: 'Not given',
    Language: 'Chinese',
    Country: 'France',
    'Last log-in': 'Never',
    'Authenticator app': 'Set',
    Passkeys: '2',
    'Transaction password': 'Set',
    'Custom fees': 'maker 0.02% · taker 0.04%',
    'Fee tier': 'VIP (manual)',
    '30-day turnover (USDT)': '1,800',
  });
});

test('what is open is read again every ten seconds, without reloading', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { panel } = await openPanel({ ...anna, feeTier: { turnoverUsdt: 0 } });
  api.answers(customers.read, { ...anna, feeTier: { turnoverUsdt: 1800 } });
  await act(() => vi.advanceTimersByTime(10_000));
  await settled();
  expect(detailsIn(panel)).toMatchObject({ '30-day turnover (USDT)': '1,800' });
});

test('in Chinese the profile has Chinese names', async () => {
  const tier = { tier: { id: 3, nameZh: '贵宾', nameEn: 'VIP' } };
  const t = customerTexts.zh;
  const { panel } = await openPanel({ ...anna, feeTier: tier }, 'support', 'zh');
  expect(detailsIn(panel)).toMatchObject({ [t.feeTier]: '贵宾', [t.country]: '法国', [t.language]: '中文' });
});

test('a lock shows its kind, who set it, when and why; a hold shows its end', async () => {
  const time = new Date(2024, 10, 20, 9, 5).getTime();
  const { panel } = await openPanel({
    ...locked({ kind: 'court', time, operator: 'zhao', reason: 'order 12' }),
    holdUntil: time,
    lockProposer: 'wu',
  });
  expect(tagsIn(panel)).toEqual(['Verified', 'Locked']);
  for (const text of [
    'Locked by an operator · Kind of lock: Court · zhao · 2024-11-20 09:05 · order 12',
    'wu proposed to lock or unlock it; another operator must agree',
    'Withdrawals on hold until 2024-11-20 09:05',
  ])
    expect(panel.textContent).toContain(text);
});

test('a lock from before there were kinds counts as compliance’s', async () => {
  const { panel } = await openPanel(locked({ kind: null, operator: null, reason: null }));
  expect(panel.textContent).toContain('Kind of lock: Compliance');
  // So that support may not lift it.
  expect(actsIn(panel)).not.toContain('Unlock account');
});

test.each([
  ['security', 'support', true],
  ['support', 'support', true],
  ['compliance', 'support', false],
  ['court', 'support', false],
  ['security', 'compliance', true],
  ['compliance', 'compliance', true],
  ['court', 'compliance', true],
  ['security', 'treasury', false],
  ['court', 'admin', false],
] as const)('a lock of kind %s may be lifted by %s: %s', async (kind, role, mayLift) => {
  const { panel } = await openPanel(locked({ kind }), role);
  expect(actsIn(panel).includes('Unlock account')).toBe(mayLift);
  expect(actsIn(panel)).not.toContain('Lock account');
});

test('the owner’s own freeze may be lifted by support', async () => {
  const { panel } = await openPanel(locked(null, 'self'));
  expect(panel.textContent).toContain('Frozen by the customer');
  expect(actsIn(panel)).toContain('Unlock account');
});

test('while a lock is proposed nobody proposes another', async () => {
  const { panel } = await openPanel({ ...anna, lockProposer: 'wu' });
  expect(actsIn(panel)).toEqual(['End all sessions', 'Reset']);
});

test.each([
  ['support', ['Lock account', 'End all sessions', 'Reset']],
  ['compliance', ['Lock account', 'End all sessions']],
  ['treasury', []],
  ['admin', ['Lock account', 'End all sessions', 'Reset']],
] as const)('%s may %j', async (role, acts) => {
  expect(actsIn((await openPanel(anna, role)).panel)).toEqual(acts);
});

test('what there isn’t can’t be ended or reset', async () => {
  const { panel } = await openPanel({ ...anna, sessions: [], has: { payPassword: false, totp: false, passkeys: 0 } });
  expect(actsIn(panel)).toEqual(['Lock account']);
});

test.each([
  ['support', ['Security', 'Support']],
  ['compliance', ['Security', 'Support', 'Compliance', 'Court']],
] as const)('%s locks with one of the kinds %j', async (role, kinds) => {
  const { user, panel } = await openPanel(anna, role);
  await user.click(within(panel).getByRole('button', { name: 'Lock account' }));
  const select = screen.getByLabelText<HTMLSelectElement>('Kind of lock');
  expect([...select.options].map((option) => option.text)).toEqual(kinds);
});

test.each(lockKinds)('a lock of kind %s says what it does before it is set', async (kind) => {
  const { user, panel } = await openPanel(anna, 'compliance');
  api.answers(customers.lock, () => locked({ kind }));
  await user.click(within(panel).getByRole('button', { name: 'Lock account' }));
  // It says whose account it is about.
  const dialog = screen.getByRole('dialog', { name: 'Lock account · Anna Novak · 1004' });
  await user.selectOptions(within(dialog).getByLabelText('Kind of lock'), kind);
  expect(within(dialog).getByText(customerTexts.en.lockRules[kind])).toBeDefined();
  // Only support's lock leaves orders and withdrawals, unless the operator cancels them.
  const cancels = within(dialog).queryByLabelText('Open orders and withdrawals in review');
  expect(cancels !== null).toBe(kind === 'support');
  if (cancels) await user.selectOptions(cancels, 'Cancel all');
  await user.type(within(dialog).getByLabelText('Reason'), 'card stolen');
  await user.click(within(dialog).getByRole('button', { name: 'Lock account' }));
  await said('Done');
  expect(api.inputsOf(customers.lock)).toEqual([{ id: 1004, kind, reason: 'card stolen', cancel: kind === 'support' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('after a lock the panel offers to unlock, without reloading', async () => {
  const { user, panel } = await openPanel(anna);
  api.answers(customers.lock, () => {
    api.answers(customers.read, locked({ kind: 'security' }));
    return locked({ kind: 'security' });
  });
  await user.click(within(panel).getByRole('button', { name: 'Lock account' }));
  await user.type(screen.getByLabelText('Reason'), 'card stolen');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Lock account' }));
  expect(await within(panel).findByRole('button', { name: 'Unlock account' })).toBeDefined();
});

test('a lock that only was proposed says so', async () => {
  const { user, panel } = await openPanel(anna, 'admin');
  api.answers(customers.lock, { ...anna, locked: false });
  await user.click(within(panel).getByRole('button', { name: 'Lock account' }));
  await user.type(screen.getByLabelText('Reason'), 'a stolen key');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Lock account' }));
  expect(await said('Proposed; waiting for another operator')).toBeDefined();
});

test.each([
  ['security', 'The customer can log in again, and API keys count again.', false, 'Done'],
  [
    'court',
    'A second operator must agree. Then the customer can log in again, and API keys count again.',
    true,
    'Proposed; waiting for another operator',
  ],
] as const)('to lift a lock of kind %s says first what it takes', async (kind, text, isStill, message) => {
  const { user, panel } = await openPanel(locked({ kind }), 'compliance');
  api.answers(customers.unlock, { ...anna, locked: isStill });
  await user.click(within(panel).getByRole('button', { name: 'Unlock account' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText(text)).toBeDefined();
  await user.type(within(dialog).getByLabelText('Reason'), 'found');
  await user.click(within(dialog).getByRole('button', { name: 'Unlock account' }));
  await said(message);
  expect(api.inputsOf(customers.unlock)).toEqual([{ id: 1004, reason: 'found' }]);
});

test('an act without a reason is refused at the field', async () => {
  const { user, panel } = await openPanel(anna);
  await user.click(within(panel).getByRole('button', { name: 'Lock account' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Lock account' }));
  expect((await screen.findByRole('alert')).textContent).toBe('blank');
  expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true');
});

test('a reset is proposed for one of the factors that the customer has', async () => {
  const { user, panel } = await openPanel({ ...anna, has: { payPassword: true, totp: false, passkeys: 1 } });
  api.answers(customers.reset, { approval: 1 });
  await user.click(within(panel).getByRole('button', { name: 'Reset' }));
  const select = screen.getByLabelText<HTMLSelectElement>('Authentication factor');
  expect([...select.options].map((option) => option.text)).toEqual(['Passkeys', 'Transaction password']);
  await user.selectOptions(select, 'Transaction password');
  await user.type(screen.getByLabelText('Reason'), 'shown by video');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset' }));
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(customers.reset)).toEqual([{ id: 1004, factor: 'payPassword', reason: 'shown by video' }]);
});

test('to end all sessions takes a question, and no reason', async () => {
  const { user, panel } = await openPanel(anna);
  api.answers(customers.endSessions, anna);
  await user.click(within(panel).getByRole('button', { name: 'End all sessions' }));
  expect(screen.queryByLabelText('Reason')).toBeNull();
  expect(api.inputsOf(customers.endSessions)).toEqual([]);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End all sessions' }));
  await said('Done');
  expect(api.inputsOf(customers.endSessions)).toEqual([{ id: 1004 }]);
});

test('the list names customers, their identity and state; a row opens the panel and keeps it in the address', async () => {
  api.answers(customers.list, {
    items: [
      { id: 1004, name: 'Anna Novak', email: 'anna@example.com', identity: 'revoked', locked: true },
      { id: 1005, email: 'ben@example.com' },
      { id: 1006, nickname: 'eva' },
    ],
  });
  api.answers(customers.read, anna);
  const user = show(<CustomersPage />, { role: 'support', at: '/customers' });
  const rows = await rowsOf('Customers');
  expect(rows.map(([id, name, nickname, identity]) => [id, name, nickname, identity])).toEqual([
    ['1004', 'Anna Novakanna@example.com', 'Not given', 'Revoked'],
    ['1005', 'ben@example.com', 'Not given', 'None'],
    ['1006', 'eva', 'eva', 'None'],
  ]);
  expect(rows.map((row) => row.at(-1))).toEqual(['Locked', 'Active', 'Active']);
  await user.click(screen.getByRole('button', { name: '1004' }));
  expect(window.location.hash).toBe('#/customers?id=1004');
  await within(screen.getByRole('complementary')).findByText('Total value (USDT)');
  await user.keyboard('{Escape}');
  expect(window.location.hash).toBe('#/customers');
});

test('the search and the filter are in the address, and can be taken away', async () => {
  const user = show(<CustomersPage />, { role: 'support', at: '/customers?q=anna' });
  expect(await screen.findByText('No matching customers')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Locked' }));
  expect(window.location.hash).toBe('#/customers?q=anna&locked=1');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await settled();
  expect(window.location.hash).toBe('#/customers?locked=1');
  expect(api.inputsOf(customers.list)).toEqual([
    { q: 'anna', limit: 50 },
    { q: 'anna', locked: true, limit: 50 },
    { locked: true, limit: 50 },
  ]);
});
