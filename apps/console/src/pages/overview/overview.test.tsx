// @vitest-environment happy-dom
import { alarmKinds, consoleCalls } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, settled, show, textOf } from '../../../testing/show.tsx';
import { OverviewPage } from './OverviewPage.tsx';

const { read } = consoleCalls.dashboard;
const tile = (label: string): string | undefined =>
  [...document.querySelectorAll('p')].find((line) => textOf(line) === label)?.nextElementSibling?.textContent ??
  undefined;

test('the figures of now; none while there are none', async () => {
  show(<OverviewPage />);
  await screen.findByText('No alarms');
  expect(tile('24h volume (USDT)')).toBe('--');
  expect(screen.getAllByText('Sampled once a minute; data appears shortly')).toHaveLength(6);
});

test('money is compact, counts are whole, and delays have their unit', async () => {
  api.answers(read, {
    now: { volume: '1234567.891', fees: '99.5', customers: 1200, sockets: 31, openOrders: 5, lagMs: 4.25 },
  });
  show(<OverviewPage />);
  await screen.findByText('1.23M');
  expect(['Fee balance (USDT)', 'Customers', 'Connections', 'Open orders', 'Projection lag'].map(tile)).toEqual([
    '99.50',
    '1,200',
    '31',
    '5',
    '4.3 ms',
  ]);
});

test('each queue has its length, and leads there for those who may open it', async () => {
  api.answers(read, {
    queues: { identity: 1, withdrawals: 2, approvals: 3, bankEntries: 4, bankPayments: 5, bankBreaks: 6 },
  });
  show(<OverviewPage />, { role: 'treasury' });
  await screen.findByText('No alarms');
  expect(screen.getAllByRole('link').map((link) => `${textOf(link)} ${link.getAttribute('href')}`)).toEqual([
    'Withdrawals2 #/withdrawals',
    'Approvals3 #/approvals',
    'Bank entries to decide4 #/banks',
    'Bank payments to make5 #/banks?tab=batches',
    'Bank days that differ6 #/banks?tab=days',
  ]);
  expect(screen.getByText('Identity review').parentElement?.textContent).toBe('Identity review1');
});

test.each(['en', 'zh'] as const)('each alarm has words, its detail and whether it is over (%s)', async (lang) => {
  api.answers(read, {
    alarms: alarmKinds.map((kind, id) => ({ id, kind, detail: `detail ${kind}`, until: id === 0 ? 5 : null })),
  });
  show(<OverviewPage />, { lang });
  for (const kind of alarmKinds) {
    const head = (await screen.findByText(`detail ${kind}`)).previousElementSibling?.textContent ?? '';
    expect(head.length).toBeGreaterThan(5);
    expect(/\p{Script=Han}/u.test(head)).toBe(lang === 'zh');
  }
});

test('another range reads its own figures', async () => {
  const user = show(<OverviewPage />);
  await settled();
  await user.click(within(screen.getByRole('group', { name: 'Time range' })).getByRole('button', { name: '7 days' }));
  await settled();
  expect(api.inputsOf(read).map(({ hours }) => hours)).toEqual([24, 168]);
});
