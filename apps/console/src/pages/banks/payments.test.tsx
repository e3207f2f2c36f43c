// @vitest-environment happy-dom
import { consoleCalls, type BankDayLine, type Role } from '@fft/console-contract';
import type { CallOutput } from '@fft/contract';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, buttonsIn, detailsIn, rowsOf, said, settled, show, textOf } from '../../../testing/show.tsx';
import { bankTexts } from '../../i18n/banks.ts';
import { BanksPage } from './BanksPage.tsx';

const { banks } = consoleCalls;
const account = { id: 2, coin: 'EUR', bankName: 'Commerzbank', number: 'DE89370400440532013000' } as const;

function start(tab: 'batches' | 'days', role: Role = 'treasury') {
  api.answers(banks.accounts, [account]);
  const user = show(<BanksPage />, { role, at: `/banks?tab=${tab}` });
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}
const dialog = (): HTMLElement => screen.getByRole('dialog');

const payment = {
  kind: 'payout',
  id: 77,
  endToEnd: 'PAYOUT-77',
  amount: '120.50',
  name: 'Anna Novak',
  number: 'DE02',
} as const;

test('a batch has exactly the payments on the screen', async () => {
  const { user, press } = start('batches');
  api.answers(banks.payable, {
    items: [payment, { ...payment, id: 31, kind: 'return', endToEnd: 'RETURN-31', amount: '5.00' }],
    leftOut: [{ ...payment, id: 78, endToEnd: 'PAYOUT-78', name: '☃' }],
    leavesOn: '2026-11-25',
  });
  await settled();
  await press('New payment batch');
  const propose = await within(dialog()).findByRole('button', { name: 'Propose 2 payments' });
  const tables = within(dialog())
    .getAllByRole('table')
    .map(({ textContent }) => textContent);
  expect(tables[0]).toContain('Anna Novak');
  expect(tables[0]).toContain('120.50 EUR');
  expect(tables[0]).toContain('Return');
  expect(tables[1]).toContain('Can’t be paid');
  expect(dialog().textContent).toContain('the bank executes it on 2026-11-25');
  api.answers(banks.proposeBatch, {});
  await user.click(propose);
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(banks.proposeBatch)).toEqual([{ account: 2, items: 'PAYOUT-77,RETURN-31' }]);
});

test('a batch without payments can’t be proposed', async () => {
  const { press } = start('batches');
  await settled();
  await press('New payment batch');
  await within(dialog()).findByText('Nothing to pay');
  expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Propose' }).disabled).toBe(true);
});

async function openBatch(
  items: Part<CallOutput<typeof banks.batch>>['items'] & object,
  role: Role = 'treasury',
  state: 'proposed' | 'released' = 'released',
) {
  const batch = { id: 6, account: 2, coin: 'EUR', state, count: 1, total: '120.50', proposer: 'wu' } as const;
  api.answers(banks.batches, { items: [batch] });
  api.answers(banks.batch, { ...batch, digest: 'beef', items });
  const { user } = start('batches', role);
  await user.click(await screen.findByRole('button', { name: 'Batch 6' }));
  await settled();
  return { user, panel: screen.getByRole('complementary', { name: 'Batch 6' }) };
}

test('a proposed batch says who proposed it, and has no file yet', async () => {
  const { panel } = await openBatch([payment], 'treasury', 'proposed');
  expect(panel.textContent).toContain('Proposed by wu; waiting for another operator');
  expect(detailsIn(panel)).toMatchObject({
    Total: '120.50 EUR',
    Payments: '1',
    'Bank account': 'EUR · Commerzbank …3000',
    'Fingerprint (SHA-256)': 'beef',
  });
  expect(buttonsIn(panel)).toEqual(['Close']);
});

test('the payment file of a released batch is downloaded; a refusal is said', async () => {
  const { user, panel } = await openBatch([payment]);
  api.refuses(banks.batchFile, 409, 'The list has changed');
  await user.click(within(panel).getByRole('button', { name: 'Download the payment file' }));
  await said('The list has changed');
  const url = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  api.answers(banks.batchFile, { name: 'batch-6.xml', text: '<xml/>' });
  await user.click(within(panel).getByRole('button', { name: 'Download the payment file' }));
  await vi.waitFor(() => expect(url).toHaveBeenCalledTimes(1));
});

test('what the bank refused is said with its words, and given back with a reason in both languages', async () => {
  const { user, panel } = await openBatch([
    { ...payment, state: 'atBank', refusal: { reason: 'AC04', text: 'closed' } },
  ]);
  expect(textOf(panel)).toContain('Anna Novak At the bank');
  expect(panel.textContent).toContain('Refused by the bank: AC04 (closed)');
  await user.click(within(panel).getByRole('button', { name: 'Give back' }));
  expect(detailsIn(dialog())).toEqual({
    'Payout no.': '77',
    Recipient: 'Anna Novak',
    'Account number': 'DE02',
    Amount: '120.50 EUR',
  });
  await user.click(within(dialog()).getByRole('button', { name: 'The bank account is closed' }));
  api.answers(banks.failPayout, { approval: 5 });
  await user.click(within(dialog()).getByRole('button', { name: 'Propose' }));
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(banks.failPayout)).toEqual([
    { id: 77, zh: bankTexts.zh.bankReasons.closed, en: bankTexts.en.bankReasons.closed },
  ]);
});

test.each([
  ['a payment whose return is proposed', { ...payment, state: 'atBank', givingBack: 'wu' }, 'treasury'],
  ['a paid one', { ...payment, state: 'done' }, 'treasury'],
  ['a return', { ...payment, state: 'atBank', kind: 'return' }, 'treasury'],
  ['one that I may only see', { ...payment, state: 'atBank' }, 'admin'],
] as const)('%s can’t be given back', async (_what, item, role) => {
  const { panel } = await openBatch([item], role);
  expect(within(panel).queryByRole('button', { name: 'Give back' })).toBeNull();
  if ('givingBack' in item) expect(panel.textContent).toContain('wu proposed to give it back');
});

const day: Part<BankDayLine> = {
  account: 2,
  day: '2026-11-24',
  coin: 'EUR',
  opening: '1000.00',
  moneyIn: '50.00',
  moneyOut: '0.00',
  closing: '1050.00',
  ledger: '0.00',
  other: '0.00',
};
const broken: Part<BankDayLine> = { ...day, difference: '50.00', problem: 'recorded' };

test('a day that differs stops payments, and is explained by a proposal', async () => {
  api.answers(banks.days, { items: [broken, { ...day, day: '2026-11-23' }] });
  const { user } = start('days');
  const rows = await rowsOf('Reconciliation by day');
  expect(rows.map((row) => row.at(-1))).toEqual(['50.00 EUR recorded Explain the difference', 'Agrees']);
  expect(rows[0]?.slice(1, 5)).toEqual(['1,000.00', '+50.00−0.00', '1,050.00', '0.000.00']);
  expect(screen.getByText(/^Payments from this account are stopped/)).toBeDefined();
  const [explain] = screen.getAllByRole('button', { name: 'Explain the difference' });
  await user.click(explain ?? document.body);
  expect(detailsIn(dialog())).toMatchObject({ Day: '2026-11-24', Difference: '50.00 EUR', Why: 'recorded' });
  api.answers(banks.explainDay, () => {
    api.answers(banks.days, { items: [{ ...broken, explanation: 'the bank lost it', explainedBy: 'li, wu' }] });
    return { approval: 5 };
  });
  await user.type(within(dialog()).getByLabelText('Explanation'), 'the bank lost it');
  await user.click(within(dialog()).getByRole('button', { name: 'Propose' }));
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(banks.explainDay)).toEqual([{ account: 2, day: '2026-11-24', explanation: 'the bank lost it' }]);
  await screen.findAllByText('the bank lost it (li, wu)');
  expect(screen.queryByText(/^Payments from this account are stopped/)).toBeNull();
});

test('a day that differs can’t be explained without the right', async () => {
  api.answers(banks.days, { items: [broken] });
  start('days', 'admin');
  await screen.findAllByText('50.00 EUR');
  expect(screen.queryByRole('button', { name: 'Explain the difference' })).toBeNull();
});
