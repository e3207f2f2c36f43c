// @vitest-environment happy-dom
import { consoleCalls, roles, type Role } from '@fft/console-contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { session } from '../api/index.ts';
import { api, buttonsIn, settled, show } from '../../testing/show.tsx';
import { App } from './App.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

const dashboard = consoleCalls.dashboard.read;
const menu = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' });
const linksIn = (element: HTMLElement): string[] =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.getAttribute('title') ?? '');

const pagesOf: Readonly<Record<Role, readonly string[]>> = {
  support: ['Overview', 'Approvals', 'Customers'],
  compliance: ['Overview', 'Identity review', 'Approvals', 'Customers', 'Audit log'],
  treasury: ['Overview', 'Withdrawals', 'Approvals', 'Customers', 'Treasury & solvency', 'Banks'],
  market: ['Overview', 'Approvals', 'Markets'],
  content: ['Overview', 'Approvals', 'Content'],
  admin: [
    'Overview',
    'Withdrawals',
    'Approvals',
    'Customers',
    'Treasury & solvency',
    'Banks',
    'Markets',
    'Content',
    'Operators',
    'Audit log',
  ],
};

test.each(roles)('%s sees the pages of the role in the menu, and no others', async (role) => {
  show(<App />, { role, at: '/overview' });
  expect(linksIn(menu())).toEqual(pagesOf[role]);
  await settled();
  // Whoever may not see customers can't search for them.
  expect(screen.queryByRole('search') !== null).toBe(pagesOf[role].includes('Customers'));
});

test.each(roles)('%s can open every page of the menu, which reads nothing without a right', async (role) => {
  const user = show(<App />, { role, at: '/overview' });
  for (const title of pagesOf[role]) {
    await user.click(within(menu()).getByTitle(title));
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(document.title).toBe(`${title} · FFT`);
    expect(within(menu()).getByTitle(title).getAttribute('aria-current')).toBe('page');
    await vi.waitFor(() => expect(screen.getByRole('main').textContent).not.toBe(''));
    await settled();
  }
  expect(screen.queryByText('This page failed to load')).toBeNull();
});

test.each([
  ['/treasury', 'support'],
  ['/operators', 'treasury'],
  ['/nowhere', 'admin'],
] as const)('the address %s leads %s to their first page', async (at, role) => {
  show(<App />, { role, at });
  expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeDefined();
  expect(window.location.hash).toBe('#/overview');
  await settled();
});

test('an operator without any page reads that', async () => {
  api.refuses(dashboard, 403, 'You may not do this');
  show(<App />, { role: 'content', without: ['approvals.see', 'content.see', 'dashboard.see'] });
  expect(screen.getByText('Your role gives access to no pages')).toBeDefined();
  await settled();
  expect(api.faults.splice(0)).toEqual(['/api/operators/dashboard is called without the right dashboard.see']);
});

test('menu and bar show what waits, the open alarms and the mode', async () => {
  api.answers(dashboard, {
    mode: 'production',
    queues: { withdrawals: 3, approvals: 120, bankEntries: 0 },
    alarms: [
      { id: 1, kind: 'hotLow', until: null },
      { id: 2, kind: 'hotLow' },
      { id: 3, kind: 'hotLow', until: 5 },
    ],
  });
  show(<App />, { role: 'treasury', at: '/overview' });
  expect(await screen.findByText('Production')).toBeDefined();
  expect(within(menu()).getByTitle('Withdrawals').textContent).toBe('Withdrawals33 waiting');
  expect(within(menu()).getByTitle('Approvals').textContent).toBe('Approvals99+120 waiting');
  expect(within(menu()).getByTitle('Banks').textContent).toBe('Banks');
  expect(screen.getByRole('link', { name: '2 alarms' }).getAttribute('href')).toBe('#/overview');
});

test('the search goes to the customers it finds; the key / leads there', async () => {
  const user = show(<App />, { role: 'support', at: '/overview' });
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await user.keyboard(' Anna Novak {Enter}');
  expect(await screen.findByText('Results for “Anna Novak”')).toBeDefined();
  await settled();
  expect(api.inputsOf(consoleCalls.customers.list).at(-1)).toMatchObject({ q: 'Anna Novak' });
});

test('the language changes at once, everywhere', async () => {
  const user = show(<App />, { role: 'support', at: '/customers' });
  await screen.findByRole('heading', { level: 1, name: 'Customers' });
  await user.click(screen.getByRole('button', { name: '中文' }));
  expect(await screen.findByRole('heading', { level: 1, name: '用户' })).toBeDefined();
  expect(document.documentElement.lang).toBe('zh-CN');
  await user.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeDefined();
  await settled();
});

test('a log-out ends the session here, even if the server can’t be reached', async () => {
  api.loses(consoleCalls.session.logout);
  const user = show(<App />, { role: 'support', at: '/overview' });
  expect(screen.getByTitle('li · Support')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByRole('heading', { name: 'Log in to the console' })).toBeDefined();
  expect(session.current()).toBeNull();
  // The operator ended it.
  expect(screen.queryByText('Your session has ended. Log in again')).toBeNull();
  expect(api.inputsOf(consoleCalls.session.logout)).toHaveLength(1);
});

test('a session that ended at the server leads to the log-in page, which says so', async () => {
  api.refuses(dashboard, 1001, 'Log in again');
  show(<App />, { role: 'support', at: '/overview' });
  expect(await screen.findByText('Your session has ended. Log in again')).toBeDefined();
});

test('fifteen minutes without a hand at the desk end the session', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  api.answers(consoleCalls.session.logout, null);
  show(<App />, { role: 'support', at: '/overview' });
  vi.advanceTimersByTime(14 * 60_000);
  fireEvent.keyDown(window, { key: 'x' });
  vi.advanceTimersByTime(14 * 60_000);
  expect(session.current()).not.toBeNull();
  vi.advanceTimersByTime(2 * 60_000);
  vi.useRealTimers();
  expect(await screen.findByText('Your session has ended. Log in again')).toBeDefined();
});

test('a page that breaks leaves the menu, and offers to load again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function Broken(): never {
    throw new Error('a bug');
  }
  show(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(document.body.textContent).toContain('This page failed to load');
  expect(buttonsIn(document.body)).toEqual(['Reload']);
});
