// @vitest-environment happy-dom
import { consoleCalls, recoveryStates, type PaymentFacts, type Recovery, type Role } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, buttonsIn, detailsIn, rowsOf, said, settled, show, tagsIn } from '../../../testing/show.tsx';
import { recoveryTexts } from '../../i18n/recoveries.ts';
import { TreasuryPage } from './TreasuryPage.tsx';

const { treasury, networks, payments, recoveries, reserves } = consoleCalls;

async function start(tab: string | null, role: Role = 'treasury') {
  api.answers(consoleCalls.dashboard.read, {
    networks: { ETH: { zh: '以太坊', en: 'Ethereum' }, BSC: { zh: '币安智能链', en: 'BNB Smart Chain' } },
  });
  const user = show(<TreasuryPage />, { role });
  if (tab !== null) await user.click(screen.getByRole('tab', { name: tab }));
  await settled();
  return user;
}
const dialog = (): HTMLElement => screen.getByRole('dialog');
const button = (name: string | RegExp, within_: HTMLElement = document.body) =>
  within(within_).getByRole<HTMLButtonElement>('button', { name });

test('solvency compares what is owed with what is held, coin by coin', async () => {
  api.answers(treasury.balances, {
    assets: [
      { coin: 'BTC', owed: '10.0', held: '9.0', leaving: '0.5', fees: '0.25', adjustments: '-1' },
      { coin: 'ETH', owed: '10', held: '12' },
      { coin: 'USD', owed: '5000.00', held: null },
    ],
    treasury: 1001,
    heldAt: new Date(2024, 10, 20, 9, 5).getTime(),
  });
  await start(null);
  expect(await rowsOf('Assets and liabilities by coin')).toEqual([
    ['BTC', '10', '9', 'Short 95.0%', '0.5', '0.25', '−1'],
    ['ETH', '10', '12', '120.0%', '0', '0', '0'],
    ['USD', '5,000', '--', 'Not tracked', '0', '0', '0'],
  ]);
  expect(screen.getByText('Exchange account: 1001 · On-chain balances as of 2024-11-20 09:05')).toBeDefined();
  // The demo's made-up money has a column only where there is some.
  expect(screen.queryByText('Demo market (left out)')).toBeNull();
});

test('the wallets of each chain', async () => {
  api.answers(treasury.balances, {
    chains: [{ chain: 'ETH', coin: 'USDT', hot: '1000.50', addresses: '3', cold: '0' }],
  });
  await start('Hot and cold wallets');
  expect(await rowsOf('Hot and cold wallets')).toEqual([['USDT Ethereum', '1,000.5', '3', '0']]);
});

test.each([
  ['treasury', true],
  ['admin', false],
] as const)('a cold wallet that has not signed takes a signature, from %s: %s', async (role, maySign) => {
  api.answers(reserves.list, {
    day: '2026-11-20',
    wallets: [
      { chain: 'ETH', place: 'hot', address: '0x1', signed: true, text: 'of the hot one' },
      { chain: 'BSC', place: 'cold', address: 'TX', text: 'the totals' },
      { chain: 'ETH', place: 'cold', address: '0x2', text: null },
    ],
  });
  const user = await start('Hot and cold wallets', role);
  expect((await rowsOf('Signatures of reserves')).map((row) => row.at(-1))).toEqual([
    'Signed',
    maySign ? 'Not signedSubmit a signature' : 'Not signed',
    'Not signed',
  ]);
  if (!maySign) return;
  await user.click(button('Submit a signature'));
  expect(screen.getByRole('dialog', { name: 'Signature of the BNB Smart Chain cold wallet' })).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text to sign').value).toBe('the totals');
  api.answers(reserves.sign, null);
  await user.type(screen.getByLabelText('Signature'), ' 0xsig ');
  await user.click(button('Submit a signature', dialog()));
  await said('The signature is published');
  expect(api.inputsOf(reserves.sign)).toEqual([{ chain: 'BSC', day: '2026-11-20', signature: '0xsig' }]);
});

const paused = {
  networks: [
    { chain: 'ETH', coin: null, withdrawals: true },
    { chain: 'ETH', coin: 'USDT', deposits: true },
  ],
};

test('networks: what is paused, and what was paused with its network', async () => {
  api.answers(networks.list, paused);
  await start('Networks');
  const rows = await rowsOf('Networks');
  expect(rows.map(([network, coin]) => [network, coin])).toEqual([
    ['EthereumETH', 'All coins'],
    ['EthereumETH', 'USDT'],
  ]);
  expect([...document.querySelectorAll('tbody tr')].map(tagsIn)).toEqual([
    ['Open', 'Paused'],
    ['Paused', 'Paused with its network'],
  ]);
});

test.each([
  ['Deposits of All coins · Ethereum: pause', 'Pause', { chain: 'ETH', direction: 'deposits', paused: true }, 'Paused'],
  [
    'Withdrawals of All coins · Ethereum: resume',
    'Resume',
    { chain: 'ETH', direction: 'withdrawals', paused: false },
    'Resumed',
  ],
  [
    'Deposits of USDT · Ethereum: resume',
    'Resume',
    { chain: 'ETH', coin: 'USDT', direction: 'deposits', paused: false },
    'Resumed',
  ],
])('%s takes a question', async (name, act, sent, message) => {
  api.answers(networks.list, paused);
  api.answers(networks.pause, null);
  const user = await start('Networks');
  await user.click(button(name));
  expect(api.inputsOf(networks.pause)).toEqual([]);
  await user.click(button(act, screen.getByRole('dialog', { name })));
  await said(message);
  expect(api.inputsOf(networks.pause)).toEqual([sent]);
});

test('deposits over a chain have amount with coin, customer and transaction', async () => {
  const item = { id: 1, kind: 'deposit', chain: 'ETH', coin: 'USDT', amount: '12.50', address: '0x1' } as const;
  api.answers(treasury.movements, {
    items: [
      {
        ...item,
        customer: 1004,
        name: 'Anna Novak',
        txid: '0x1234567890abcdef1234',
        explorerUrl: 'https://explorer.example/1',
        state: 'credited',
      },
      { ...item, id: 2, customer: null, txid: null, state: 'orphaned' },
    ],
  });
  await start('On-chain deposits');
  const rows = await rowsOf('On-chain deposits');
  expect(rows.map((row) => row.slice(0, 7))).toEqual([
    ['Deposit', '12.5 USDT', 'Ethereum', 'Anna Novak1004', '0x1', '0x123456…ef1234', 'Credited'],
    ['Deposit', '12.5 USDT', 'Ethereum', 'Exchange', '0x1', '', 'Block orphaned'],
  ]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://explorer.example/1');
});

const signed: Part<PaymentFacts> = {
  id: 8,
  kind: 'withdrawal',
  withdrawal: 55,
  chain: 'ETH',
  coin: 'USDT',
  amount: '12.50',
  recipient: '0xrecipient',
  nonce: 3,
  state: 'signed',
  attempts: [
    { txid: '0xa', fee: '30' },
    { txid: '0xb', fee: null },
  ],
};

async function openPayment(facts: Part<PaymentFacts>, role: Role = 'treasury') {
  api.answers(treasury.movements, {
    items: [{ id: 8, kind: 'withdrawal', coin: 'USDT', amount: '12.50', customer: 1004 }],
  });
  api.answers(payments.show, facts);
  const user = await start('On-chain payments', role);
  await user.click(button('Withdrawal'));
  await settled();
  return { user, panel: screen.getByRole('complementary', { name: 'On-chain payment' }) };
}

test('a payment shows its transactions, its cost, and what operators asked', async () => {
  const { panel } = await openPayment({
    ...signed,
    others: 2,
    cost: { amount: '0.0010', coin: 'ETH' },
    requests: [{ act: 'bump', operator: 'wu', answer: 'feeAtMaximum' }],
  });
  expect(detailsIn(panel)).toEqual({
    Type: 'Withdrawal',
    Amount: '12.5 USDT',
    'Withdrawal no.': '55',
    Network: 'Ethereum',
    Recipient: '0xrecipient',
    Nonce: '3',
    Batch: 'one transaction with 2 other withdrawals',
    'Part of the network fee': '0.001 ETH',
  });
  expect(panel.textContent).toContain('fee offered: 30 (smallest units)');
  expect(panel.textContent).toContain('Raise the fee · The fee is at its maximum');
});

test.each([
  ['one that waits', signed, ['Raise the fee', 'Give back']],
  ['a sweep', { ...signed, kind: 'sweep', withdrawal: null }, ['Raise the fee']],
  ['one in doubt', { ...signed, trouble: 'doubtful' }, ['Raise the fee', 'Give back', 'Mark as landed']],
  ['a finished one', { ...signed, state: 'done' }, []],
] as const)('what can be asked of a payment: %s', async (_what, facts, acts) => {
  const { panel } = await openPayment(facts);
  expect(buttonsIn(panel).slice(1)).toEqual(acts);
});

test('a payment is read only without the right', async () => {
  expect(buttonsIn((await openPayment(signed, 'admin')).panel)).toEqual(['Close']);
});

test('while a request is in progress there is no other', async () => {
  const { panel } = await openPayment({ ...signed, requests: [{ act: 'bump', operator: 'wu', answer: null }] });
  expect(panel.textContent).toContain('In progress…');
  expect([button('Raise the fee', panel).disabled, button('Give back', panel).disabled]).toEqual([true, true]);
});

test.each([
  ['Raise the fee', payments.bump],
  ['Give back', payments.giveBack],
] as const)('%s is asked after a question', async (name, call) => {
  const { user, panel } = await openPayment(signed);
  api.answers(call, null);
  await user.click(button(name, panel));
  await user.click(button(name, dialog()));
  await said('Requested; the result appears here shortly');
  expect(api.inputsOf(call)).toEqual([{ id: 8 }]);
});

test('a doubtful payment is marked as landed by a proposal, which a lost answer doesn’t make twice', async () => {
  const { user, panel } = await openPayment({ ...signed, trouble: 'doubtful' });
  await user.click(button('Mark as landed', panel));
  await user.selectOptions(screen.getByLabelText('Transaction hash'), '0xa');
  await user.type(screen.getByLabelText('How you checked it'), 'explorer');
  api.loses(payments.markLanded);
  await user.click(button('Mark as landed', dialog()));
  await said('The server can’t be reached. Try again later');
  api.answers(payments.markLanded, { approval: 5 });
  await user.click(button('Mark as landed', dialog()));
  await said('Proposed; waiting for another operator');
  const [first, second] = api.inputsOf(payments.markLanded);
  expect(first).toMatchObject({ id: 8, txid: '0xa', reference: 'explorer' });
  expect(second).toEqual(first);
});

test('a proposed landing can’t be proposed again', async () => {
  const { panel } = await openPayment({ ...signed, trouble: 'doubtful', proposer: 'wu' });
  expect(panel.textContent).toContain('wu proposed to mark it as landed');
  expect(button('Mark as landed', panel).disabled).toBe(true);
});

/** Fills in the form of a credit, and goes on to its facts. */
async function checkCredit(amount = '5000') {
  const user = await start(null);
  await user.click(button('Credit or correction'));
  await user.selectOptions(screen.getByLabelText('Type'), 'Customer → exchange account');
  await user.type(screen.getByLabelText('Customer no.'), '1004');
  await user.selectOptions(screen.getByLabelText('Account'), 'Coin account');
  await user.type(screen.getByLabelText('Coin'), 'usdt');
  await user.type(screen.getByLabelText('Amount'), amount);
  await user.type(screen.getByLabelText('Reference (visible to the customer)'), 'SEPA 1');
  api.answers(treasury.facts, {
    subject: { customer: 1004, name: 'Anna Novak', email: 'anna@example.com' },
    worth: '5001',
  });
  await user.click(button('Next', dialog()));
  return user;
}

test('a credit is checked against the customer, proposed, and proposed once after a lost answer', async () => {
  const user = await checkCredit();
  await screen.findByRole('dialog', { name: 'Check before you propose' });
  expect(dialog().textContent).toContain('5,000 USDTValue (USDT) 5,001.00');
  expect(detailsIn(dialog())).toMatchObject({
    Account: '1004 · anna@example.com | Coin account',
    Type: 'Customer → exchange account',
    'Reference (visible to the customer)': 'SEPA 1',
  });
  expect(api.inputsOf(treasury.adjust)).toEqual([]);
  api.loses(treasury.adjust);
  await user.click(button('Propose', dialog()));
  await said('The server can’t be reached. Try again later');
  api.answers(treasury.adjust, { approval: 5 });
  await user.click(button('Propose', dialog()));
  await said('Proposed; waiting for another operator');
  const [first, second] = api.inputsOf(treasury.adjust);
  expect(first).toMatchObject({
    kind: 'fromCustomer',
    customer: 1004,
    account: 'coin',
    coin: 'USDT',
    amount: '5000',
    reference: 'SEPA 1',
  });
  expect(second).toEqual(first);
});

test('a wrong amount is said at its field, and nothing is proposed', async () => {
  await checkCredit('many');
  expect((await screen.findByRole('alert')).textContent).toBe('amount');
  expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true');
});

test('only those who may make adjustments are offered them', async () => {
  await start(null, 'admin');
  expect(screen.queryByRole('button', { name: 'Credit or correction' })).toBeNull();
});

const found: Part<Recovery> = {
  id: 4,
  chain: 'ETH',
  txid: '0xcd',
  answer: {
    arrivals: recoveryStates.map((state, position) => ({
      position,
      customer: 1004,
      coin: 'USDT',
      amount: '7.0',
      state,
    })),
  },
};

test('what custody found is credited by a proposal', async () => {
  api.answers(recoveries.list, { networks: ['ETH', 'BSC'], recoveries: [found] });
  const user = await start('Recovery');
  for (const state of recoveryStates) expect(document.body.textContent).toContain(recoveryTexts.en.states[state]);
  expect((await rowsOf('Uncredited coins'))[0]?.[2]).toContain('Customer 1004 · 7 USDT');
  await user.click(button('Propose to credit'));
  api.answers(recoveries.propose, { approval: 5 });
  await user.click(button('Propose to credit', dialog()));
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(recoveries.propose)).toMatchObject([{ id: 4 }]);
});

test.each([
  ['being read', { ...found, answer: null }, 'Reading…'],
  ['nothing', { ...found, answer: { finding: 'nothing' } }, 'It brought nothing to a customer’s address'],
  ['proposed', { ...found, proposer: 'wu' }, 'wu proposed it; waiting for another operator'],
  ['agreed', { ...found, operators: 'li, wu' }, 'Agreed; custody is next'],
  ['recorded', { ...found, operators: 'li, wu', outcome: 'recorded' }, 'Recorded as deposits'],
] as const)('a recovery that is %s can’t be proposed', async (_what, recovery, text) => {
  api.answers(recoveries.list, { recoveries: [recovery] });
  await start('Recovery');
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Propose to credit' })).toBeNull();
});

test('a transaction is looked for on the chosen network', async () => {
  api.answers(recoveries.list, { networks: ['ETH', 'BSC'] });
  api.answers(recoveries.find, { id: 4 });
  const user = await start('Recovery');
  await user.click(button('Find a transaction'));
  await settled();
  await user.selectOptions(screen.getByLabelText('Network'), 'BNB Smart Chain');
  await user.type(screen.getByLabelText('Transaction hash'), ` 0x${'c'.repeat(64)} `);
  await user.click(button('Find a transaction', dialog()));
  await said('Requested; the result appears here shortly');
  expect(api.inputsOf(recoveries.find)).toEqual([{ chain: 'BSC', txid: `0x${'c'.repeat(64)}` }]);
});

test('who may only see the treasury can’t look for or credit anything', async () => {
  api.answers(recoveries.list, { recoveries: [found] });
  await start('Recovery', 'admin');
  expect(screen.queryByRole('button', { name: /^(Find|Propose)/ })).toBeNull();
});
