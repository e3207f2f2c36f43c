// @vitest-environment happy-dom
import { consoleCalls, risks, type ReviewedWithdrawal, type Role, type WithdrawalFacts } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, buttonsIn, detailsIn, rowsOf, said, settled, show, tagsIn } from '../../../testing/show.tsx';
import { treasuryTexts } from '../../i18n/treasury.ts';
import { WithdrawalsPage } from './WithdrawalsPage.tsx';

const { withdrawals, showWithdrawal, approve, reject } = consoleCalls.treasury;

const large: Part<ReviewedWithdrawal> = {
  id: 55,
  customer: 1004,
  name: 'Anna Novak',
  coin: 'USDT',
  chain: 'ETH',
  amount: '25000.00',
  fee: '1.50',
  worth: '25010.509',
  address: 'TXaddress',
  memo: '',
  fourEyes: true,
  risks: ['large', 'newAddress'],
  dayTotal: '26000',
};
const facts: Part<WithdrawalFacts> = {
  withdrawal: large,
  subject: { customer: 1004, name: 'Anna Novak', email: 'anna@example.com', identity: 'passed', balances: '30000' },
  address: { paid: 0, others: [] },
};

/** Opens a withdrawal of the list. */
async function open(
  withdrawal: Part<ReviewedWithdrawal>,
  more: Part<WithdrawalFacts> = {},
  role: Role = 'treasury',
  lang: 'zh' | 'en' = 'en',
) {
  api.answers(consoleCalls.dashboard.read, { networks: { ETH: { zh: '以太坊', en: 'Ethereum' } } });
  api.answers(withdrawals, { items: [withdrawal] });
  api.answers(showWithdrawal, { ...facts, ...more, withdrawal });
  const user = show(<WithdrawalsPage />, { role, lang });
  await screen.findByRole('table');
  const [opener] = screen.getAllByRole('button').filter((button) => 'opens' in button.dataset);
  if (!opener) throw new Error('no row opens');
  await user.click(opener);
  await settled();
  return { user, panel: screen.getByRole('complementary', { name: treasuryTexts[lang].detail }) };
}

const press = (within_: HTMLElement, name: string): HTMLButtonElement =>
  within(within_).getByRole<HTMLButtonElement>('button', { name });

test('the list says who, how much of which coin, what it is worth, where to, and why with care', async () => {
  await open({ ...large, name: null, worth: null });
  const [row] = await rowsOf('Withdrawals');
  expect(row?.[0]).toContain('1004');
  expect(row?.slice(1, 5)).toEqual(['25,000 USDT', '--', 'Ethereum', 'Large amountNew address']);
});

test('another state has its own list, without reasons for review', async () => {
  api.answers(withdrawals, ({ state }) => ({ items: state === 'done' ? [{ ...large, state }] : [] }));
  const user = show(<WithdrawalsPage />, { role: 'treasury' });
  expect(await screen.findByText('No withdrawals in this state')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByText('Anna Novak');
  expect(screen.queryByRole('columnheader', { name: 'Risk' })).toBeNull();
});

test.each(['en', 'zh'] as const)('each risk has words (%s)', async (lang) => {
  const { panel } = await open({ ...large, risks: [...risks] }, {}, 'treasury', lang);
  for (const risk of risks) expect(tagsIn(panel)).toContain(treasuryTexts[lang].risks[risk]);
});

test('the panel has every fact to check, with the amount that arrives', async () => {
  const { panel } = await open({ ...large, memo: 'memo 7', txid: 'abc' });
  expect(panel.textContent).toContain('25,000 USDTValue (USDT) 25,010.50');
  expect(detailsIn(panel)).toMatchObject({
    Name: 'Anna NovakVerified',
    Account: '1004 · anna@example.com',
    'Balances (USDT)': '30,000.00',
    'Past withdrawals': 'None',
    'Source of funds (0)': 'No deposits',
    Device: 'Known device',
    Network: 'Ethereum',
    Address: 'TXaddressNew address: never paid beforeDeleted by the customer since',
    Memo: 'memo 7',
    Fee: '1.5 USDT',
    'Customer receives': '24,998.5 USDT',
    '24h total (USDT)': '26,000.00',
    'Transaction hash': 'abc',
  });
});

test('facts that call for care are marked', async () => {
  const { panel } = await open(
    { ...large, risks: ['newDevice'] },
    {
      subject: {
        ...facts.subject,
        name: null,
        identity: 'revoked',
        locked: true,
        withdrawals: { count: 2, worth: '120.5', last: new Date(2024, 10, 20, 9, 5).getTime() },
        deposits: {
          count: 9,
          latest: [{ coin: 'USDT', amount: '100.00', source: 'chain', chain: 'ETH', reference: '0xdep' }],
        },
      },
      address: { paid: 3, others: [1008, 1009] },
    },
  );
  expect(detailsIn(panel)).toMatchObject({
    Name: 'No identity documentRevokedAccount locked',
    Device: 'New device',
    'Past withdrawals': '2, worth 120.50 USDT; last on 2024-11-20 09:05',
    'Source of funds (9)': expect.stringMatching(/^100 USDT · On-chain deposit \(Ethereum\) · .*0xdep$/) as string,
    Address: expect.stringContaining('Paid 3 times beforeOther customers withdrew to it: 1008, 1009') as string,
  });
});

test('a large withdrawal needs two, and says who has agreed', async () => {
  const { panel } = await open(large);
  expect(panel.textContent).toContain('Needs two operators');
});

test('a small one needs one', async () => {
  expect((await open({ ...large, fourEyes: false })).panel.textContent).toContain('Needs one operator');
});

test('who agreed first can’t agree again, by button or key', async () => {
  const { user, panel } = await open({ ...large, proposer: 'li' });
  expect(panel.textContent).toContain('li agreed; waiting for another operator');
  expect(press(panel, 'Agree').disabled).toBe(true);
  await user.keyboard('a');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('neither key nor button approves: each opens what must be checked', async () => {
  const { user, panel } = await open(large);
  await user.keyboard('a');
  expect(screen.getByRole('dialog', { name: 'Approve this withdrawal?' })).toBeDefined();
  await user.click(press(screen.getByRole('dialog'), 'Cancel'));
  await user.click(press(panel, 'Approve'));
  const dialog = screen.getByRole('dialog');
  expect(detailsIn(dialog)).toMatchObject({ Name: 'Anna NovakVerified', Network: 'Ethereum' });
  expect(api.inputsOf(approve)).toEqual([]);
});

test('an approval names the amount, acts once, says that another must agree, and closes', async () => {
  const { user, panel } = await open(large);
  api.answers(approve, () => {
    api.answers(withdrawals, { items: [{ ...large, proposer: 'li' }] });
    return { state: 'waitsForSecond' as const };
  });
  await user.click(press(panel, 'Approve'));
  await user.click(press(screen.getByRole('dialog'), 'Approve 25,000 USDT'));
  await said('Agreed; waiting for another operator');
  // The list and the panel follow.
  expect(await within(panel).findByText('li agreed; waiting for another operator')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.inputsOf(approve)).toEqual([{ id: 55 }]);
});

test('the second operator agrees, and the withdrawal leaves the list', async () => {
  const { user, panel } = await open({ ...large, proposer: 'wu' });
  api.answers(approve, () => {
    api.answers(withdrawals, {});
    return { state: 'approved' as const };
  });
  await user.click(press(panel, 'Agree'));
  expect(screen.getByRole('dialog', { name: 'Agree to this withdrawal?' })).toBeDefined();
  await user.click(press(screen.getByRole('dialog'), 'Agree to 25,000 USDT'));
  await said('Approved');
  expect(await screen.findByText('No withdrawals in this state')).toBeDefined();
});

test('without the facts on the screen nothing can be approved', async () => {
  api.answers(withdrawals, { items: [large] });
  api.refuses(showWithdrawal, 503, 'Try again in a minute');
  const user = show(<WithdrawalsPage />, { role: 'treasury' });
  await user.click((await screen.findByText('Anna Novak')).closest('button') ?? document.body);
  await screen.findByText('Try again in a minute');
  await user.keyboard('a');
  const [confirm] = within(screen.getByRole('dialog'))
    .getAllByRole<HTMLButtonElement>('button')
    .filter(({ type }) => type === 'submit');
  expect(confirm?.disabled).toBe(true);
});

test('a rejection takes a reason in both languages, which a preset fills in', async () => {
  const { user, panel } = await open(large);
  api.answers(reject, () => {
    api.answers(withdrawals, {});
    return null;
  });
  await user.keyboard('n');
  const dialog = screen.getByRole('dialog', { name: 'Reject withdrawal' });
  expect(dialog.textContent).toContain('Anna Novak sees the reason, and the USDT on hold is returned.');
  await user.click(press(dialog, 'Reject'));
  await settled();
  expect(within(dialog).getAllByRole('alert')).toHaveLength(2);
  await user.click(press(dialog, 'Risky address'));
  await user.click(press(dialog, 'Reject'));
  await said('Rejected; the funds were returned');
  expect(api.inputsOf(reject).at(-1)).toEqual({
    id: 55,
    from: 'review',
    zh: treasuryTexts.zh.reasons.address,
    en: treasuryTexts.en.reasons.address,
  });
  expect(panel.isConnected).toBe(false);
});

test('an approved withdrawal that can’t be paid may be rejected, and nothing else', async () => {
  const { user, panel } = await open({ ...large, state: 'approved' });
  expect(buttonsIn(panel)).toEqual(['Close', 'RejectN']);
  api.answers(reject, null);
  await user.keyboard('n');
  await user.click(press(screen.getByRole('dialog'), 'Customer request'));
  await user.click(press(screen.getByRole('dialog'), 'Reject'));
  await said('Rejected; the funds were returned');
  expect(api.inputsOf(reject)[0]).toMatchObject({ from: 'approved' });
});

test.each(['sent', 'done', 'rejected', 'failed', 'cancelled'] as const)(
  'a withdrawal that is %s is read only',
  async (state) => {
    expect(buttonsIn((await open({ ...large, state })).panel)).toEqual(['Close']);
  },
);

test('without the right to decide there are no buttons, and keys do nothing', async () => {
  const { user, panel } = await open(large, {}, 'admin');
  expect(buttonsIn(panel)).toEqual(['Close']);
  await user.keyboard('an');
  expect(screen.queryByRole('dialog')).toBeNull();
});
