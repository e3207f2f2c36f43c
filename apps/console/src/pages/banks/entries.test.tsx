// @vitest-environment happy-dom
import { consoleCalls, entryDoubts, type BankEntryLine, type Role } from '@fft/console-contract';
import type { CallOutput } from '@fft/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, buttonsIn, detailsIn, rowsOf, said, settled, show, tagsIn } from '../../../testing/show.tsx';
import { bankTexts } from '../../i18n/banks.ts';
import { BanksPage } from './BanksPage.tsx';

const { accounts, entries, entry: readEntry, decideEntry } = consoleCalls.banks;
const commerzbank = { id: 2, coin: 'EUR', bankName: 'Commerzbank', number: 'DE89370400440532013000' };
const queued: Part<BankEntryLine> = {
  id: 31,
  account: 2,
  coin: 'EUR',
  direction: 'in',
  amount: '900.00',
  name: 'ANNA KOVAC',
  number: 'FR14',
  text: 'FFT-1004',
  booked: '2026-11-24',
  state: 'queued',
  doubts: ['nameDiffers'],
};

interface Opened extends Pick<Part<CallOutput<typeof readEntry>>, 'parts' | 'suggestions'> {
  readonly role?: Role;
  readonly lang?: 'zh' | 'en';
}

async function open(
  line: Part<BankEntryLine>,
  { parts = [], suggestions = [], role = 'treasury', lang = 'en' }: Opened = {},
) {
  api.answers(accounts, [commerzbank]);
  api.answers(entries, { items: [line] });
  api.answers(readEntry, ({ id }) => ({ entry: { ...line, id }, parts, suggestions }));
  const user = show(<BanksPage />, { role, lang });
  await screen.findByRole('table');
  const [opener] = screen.getAllByRole('button').filter((button) => 'opens' in button.dataset);
  await user.click(opener ?? document.body);
  await settled();
  return { user, panel: screen.getByRole('complementary') };
}

const decisionsIn = (panel: HTMLElement): string[] => buttonsIn(panel).filter((name) => name !== 'Close');

test('an entry that waits shows what the bank wrote, why it waits, and who it may belong to', async () => {
  const { panel } = await open(queued, {
    suggestions: [
      { customer: 1004, name: 'Anna Novak', email: 'anna@example.com', by: ['reference'] },
      { customer: 1005, name: 'Anna Kovac', by: ['name'] },
    ],
  });
  expect(panel.querySelector('h2')?.textContent).toBe('Entry 31 To decide');
  expect(detailsIn(panel)).toEqual({
    Amount: '+900.00 EUR',
    Why: 'Name differs',
    'Other side': 'ANNA KOVAC',
    'Account number': 'FR14',
    Text: 'FFT-1004',
    Booked: '2026-11-24',
    'Bank account': 'EUR · Commerzbank …3000',
  });
  expect(panel.textContent).toContain('Anna Novak Reference Customer 1004 · anna@example.com');
  expect(panel.textContent).toContain('Anna Kovac Name Customer 1005');
  expect(decisionsIn(panel)).toEqual([
    'Credit to this customer',
    'Credit to this customer',
    'Ignore',
    'Return to sender',
    'Credit to another customer',
  ]);
});

test.each(['en', 'zh'] as const)('each reason to wait has words (%s)', async (lang) => {
  const { panel } = await open({ ...queued, doubts: [...entryDoubts] }, { lang });
  for (const doubt of entryDoubts) expect(tagsIn(panel)).toContain(bankTexts[lang].doubts[doubt]);
});

test('without a sender’s name or account nothing can go back', async () => {
  expect(decisionsIn((await open({ ...queued, number: null })).panel)).toEqual([
    'Ignore',
    'Credit to another customer',
  ]);
});

test.each([
  ['altered', { ...queued, doubts: ['altered' as const] }, ['Ignore']],
  ['money that left', { ...queued, direction: 'out' as const }, ['Ignore']],
  [
    'one that may be a known entry',
    { ...queued, twin: 30 },
    ['Entry 30', 'Ignore', 'It is the same', 'It is another one'],
  ],
  ['one that waits for a second operator', { ...queued, proposal: { id: 5, proposer: 'wu' } }, []],
  ['a credited one', { ...queued, state: 'credited' as const }, []],
])('what can be proposed of an entry: %s', async (_what, line, acts) => {
  expect(decisionsIn((await open(line as Part<BankEntryLine>)).panel)).toEqual(acts);
});

test('without the right to decide an entry is read only', async () => {
  expect(decisionsIn((await open(queued, { role: 'admin' })).panel)).toEqual([]);
});

test.each([
  ['Credit to another customer', 'Propose the credit', { act: 'match', customer: 1004 }],
  ['Return to sender', 'Propose the return', { act: 'return' }],
  ['Ignore', 'Propose to ignore it', { act: 'ignore' }],
] as const)('%s is proposed with its reason', async (button, title, sent) => {
  const { user, panel } = await open(queued);
  api.answers(decideEntry, { approval: 5 });
  await user.click(within(panel).getByRole('button', { name: button }));
  const dialog = screen.getByRole('dialog', { name: title });
  expect(detailsIn(dialog)).toEqual({ Amount: '900.00 EUR', 'Other side': 'ANNA KOVAC' });
  expect(dialog.textContent).toContain(bankTexts.en.decideText[sent.act]);
  const customer = within(dialog).queryByLabelText('Customer no.');
  expect(customer !== null).toBe(sent.act === 'match');
  if (customer) await user.type(customer, '1004');
  await user.type(within(dialog).getByLabelText(/^Note/), 'a married name');
  await user.click(within(dialog).getByRole('button', { name: 'Propose' }));
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(decideEntry)).toEqual([{ id: 31, ...sent, note: 'a married name' }]);
});

test.each([
  ['It is the same', 'same', 'Propose that it is the known entry'],
  ['It is another one', 'other', 'Propose that it is another entry'],
] as const)('of one that may be known: %s', async (button, act, title) => {
  const { user, panel } = await open({ ...queued, twin: 30, doubts: ['perhapsKnown'] });
  api.answers(decideEntry, { approval: 5 });
  await user.click(within(panel).getByRole('button', { name: button }));
  const dialog = screen.getByRole('dialog', { name: title });
  await user.type(within(dialog).getByLabelText(/^Note/), 'seen at the bank');
  await user.click(within(dialog).getByRole('button', { name: 'Propose' }));
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(decideEntry)).toEqual([{ id: 31, act, note: 'seen at the bank' }]);
});

test('a suggested customer is filled in', async () => {
  const { user, panel } = await open(queued, {
    suggestions: [{ customer: 1004, name: 'Anna Novak', by: ['reference'] }],
  });
  await user.click(within(panel).getByRole('button', { name: 'Credit to this customer' }));
  expect(screen.getByLabelText<HTMLInputElement>('Customer no.').value).toBe('1004');
});

test('a collective entry shows its parts, and opens the one that is decided', async () => {
  const { user, panel } = await open(
    { ...queued, name: null, count: 2, state: 'split', unusual: 'charges' },
    {
      parts: [
        { name: 'ANNA', text: 'FFT-1004', amount: '600.00', entry: 32, state: 'credited' },
        { name: null, text: '', amount: null, entry: null, state: null },
      ],
    },
  );
  expect(detailsIn(panel)).toMatchObject({ 'Other side': '2 payments', Unusual: 'The bank kept charges back' });
  expect(await rowsOf('Parts')).toEqual([
    [expect.stringContaining('ANNAFFT-1004'), '600.00 EUR', 'Credited'],
    [expect.stringContaining('Not given by the bank'), '--', '--'],
  ]);
  const [part] = within(panel).getAllByRole('button', { name: 'Credited' });
  await user.click(part ?? document.body);
  await settled();
  expect(api.inputsOf(readEntry).at(-1)).toEqual({ id: 32 });
});

test('the queue has those that wait; all have their state instead of a reason', async () => {
  api.answers(entries, ({ state }) => ({
    items:
      state === 'queued'
        ? [queued]
        : [{ ...queued, id: 30, direction: 'out' as const, state: 'settled' as const, doubts: [] }],
  }));
  const user = show(<BanksPage />, { role: 'treasury' });
  expect((await rowsOf('Bank entries'))[0]?.slice(1)).toEqual(['+900.00 EUR', 'Name differs', '2026-11-24']);
  await user.click(screen.getByRole('button', { name: 'All' }));
  await settled();
  expect((await rowsOf('Bank entries'))[0]?.slice(1)).toEqual(['−900.00 EUR', 'Payout settled', '2026-11-24']);
});

test('entries of one account alone', async () => {
  api.answers(accounts, [commerzbank, { ...commerzbank, id: 3, number: 'DE4000', coin: 'USD' }]);
  const user = show(<BanksPage />, { role: 'treasury' });
  await screen.findByText('USD · Commerzbank …4000');
  await user.selectOptions(screen.getByLabelText('Bank account'), 'USD · Commerzbank …4000');
  await settled();
  expect(api.inputsOf(entries).at(-1)).toMatchObject({ account: 3, state: 'queued' });
});
