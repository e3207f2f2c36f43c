// @vitest-environment happy-dom
import { consoleCalls, type CustomerDetail, type Role } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, rowsOf, said, settled, show } from '../../../testing/show.tsx';
import { CustomersPage } from './CustomersPage.tsx';

const { customers, banks } = consoleCalls;

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
async function openPanel(customer: Part<CustomerDetail>, role: Role = 'support') {
  api.answers(customers.read, customer);
  const user = show(<CustomersPage />, { role, at: '/customers?id=1004' });
  const panel = screen.getByRole('complementary');
  await within(panel).findByRole('tablist');
  await settled();
  return { user, panel };
}

const tab = (name: string) => screen.getByRole('tab', { name });

test('balances have their account only where there are two', async () => {
  const balance = { coin: 'USDT', kind: 'coin', available: '25000.000000', frozen: '0.50', value: null } as const;
  const { user } = await openPanel({
    ...anna,
    balances: [balance, { ...balance, coin: 'USD', kind: 'fiat', value: '7.129' }],
  });
  await user.click(tab('Balances'));
  expect(await rowsOf('Balances')).toEqual([
    ['USDT', 'Coin account', '25,000', '0.5', '--'],
    ['USD', 'Fiat account', '25,000', '0.5', '7.12'],
  ]);
});

test('orders say side, type, trigger, what is filled and their state', async () => {
  api.answers(customers.orders, {
    items: [
      {
        id: 'a',
        symbol: 'BTC/USDT',
        side: 'sell',
        type: 'limit',
        price: '90000.00',
        quantity: '0.0200',
        filled: '0.0100',
      },
      { id: 'b', symbol: 'ETH/USDT', type: 'market', stopPrice: '3000.0', filled: '1', state: 'filled' },
    ],
  });
  const { user } = await openPanel(anna);
  await user.click(tab('Orders'));
  const [first, second] = await rowsOf('Orders');
  expect(first?.[0]).toContain('BTC/USDTSell · Limit');
  expect(first?.slice(1)).toEqual(['0.0100 / 0.020090,000.00', 'Open']);
  expect(second?.[0]).toContain('ETH/USDTBuy · Stop-market');
  expect(second?.slice(1)).toEqual(['1 / --Market priceTrigger 3,000.0', 'Filled']);
});

test('the statement of either account has amounts with their coin', async () => {
  api.answers(customers.statement, ({ kind }) => ({
    items: [
      { id: kind, coin: kind === 'coin' ? 'BTC' : 'USD', type: 'adjust' as const, amount: '-120.5', balance: '4879.5' },
    ],
  }));
  const { user } = await openPanel(anna);
  await user.click(tab('Statement'));
  expect((await rowsOf('Statement'))[0]?.slice(1)).toEqual(['−120.5 BTC', '4,879.5']);
  await user.click(screen.getByRole('button', { name: 'Fiat account' }));
  await screen.findByText('−120.5 USD');
  expect(api.inputsOf(customers.statement).map(({ kind }) => kind)).toEqual(['coin', 'fiat']);
});

test('bank money: deposits with what holds them up, payouts with their state', async () => {
  api.answers(banks.depositsOf, {
    items: [
      {
        id: 1,
        coin: 'EUR',
        amount: '900.00',
        state: 'queued',
        doubts: ['nameDiffers'],
        name: null,
        booked: '2026-11-24',
      },
      { id: 2, coin: 'EUR', amount: '5.00', state: 'credited', doubts: [], name: 'ANNA', booked: '2026-11-23' },
    ],
  });
  api.answers(banks.payoutsOf, {
    items: [{ id: 77, coin: 'EUR', amount: '120.50', number: 'DE02', state: 'returned' }],
  });
  const { user } = await openPanel(anna);
  await user.click(tab('Bank'));
  expect(await rowsOf('Bank deposits')).toEqual([
    ['Not given by the bank2026-11-24Name differs ', '900.00 EUR', 'To decide'].map((cell) => cell.trim()),
    ['ANNA2026-11-23', '5.00 EUR', 'Credited'],
  ]);
  const [payout] = await rowsOf('Bank payouts');
  expect(payout?.[0]).toContain('DE02PAYOUT-77');
  expect(payout?.slice(1)).toEqual(['120.50 EUR', 'Came back']);
});

test('sessions name their device and address', async () => {
  const { user } = await openPanel(anna);
  await user.click(tab('Sessions'));
  expect((await rowsOf('Sessions'))[0]?.[0]).toBe('Firefox10.0.0.1');
});

test.each([
  ['support', true],
  ['treasury', false],
] as const)('an API key is revoked after a question, by %s: %s', async (role, mayRevoke) => {
  const key = { id: 'abcdefgh-middle-stuvwxyz', name: 'bot', rights: ['read', 'trade'], addresses: [] } as const;
  api.answers(customers.apiKeys, [key]);
  api.answers(customers.revokeApiKey, () => {
    api.answers(customers.apiKeys, []);
    return null;
  });
  const { user, panel } = await openPanel(anna, role);
  await user.click(tab('API keys'));
  const [row] = await rowsOf('API keys');
  expect(row?.[0]).toBe('botabcdefgh…stuvwxyz · HMACRead · TradeAny IP');
  expect(row?.at(-1)).toBe(mayRevoke ? 'Revoke' : '');
  if (!mayRevoke) return;
  await user.click(within(panel).getByRole('button', { name: 'Revoke' }));
  const dialog = screen.getByRole('dialog', { name: 'Revoke API key “bot”?' });
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('No API keys')).toBeDefined();
  expect(api.inputsOf(customers.revokeApiKey)).toEqual([{ id: 1004, key: key.id }]);
});

test('a note is written, shown with its operator, and the field is empty again', async () => {
  const { user } = await openPanel(anna);
  api.answers(customers.note, ({ text }) => {
    const noted = { ...anna, notes: [{ id: 1, operator: 'li', text }] };
    api.answers(customers.read, noted);
    return noted;
  });
  await user.click(tab('Notes'));
  expect(screen.getByText('No notes yet')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add note' }).disabled).toBe(true);
  await user.type(screen.getByLabelText('New note'), 'Lost her phone');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await said('Note added');
  const article = await screen.findByRole('article');
  expect(article.textContent).toMatch(/^li · .*Lost her phone$/);
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('');
});

test('a customer without a name is known by nickname, e-mail or number', async () => {
  const { panel } = await openPanel({ id: 1004, name: null, email: null, nickname: null });
  expect(panel.querySelector('h2')?.textContent).toBe('1004None');
});
