// @vitest-environment happy-dom
import { consoleCalls, type HouseBankAccount, type Role } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, detailsIn, rowsOf, said, settled, show } from '../../../testing/show.tsx';
import { bankTexts } from '../../i18n/banks.ts';
import { BanksPage } from './BanksPage.tsx';

const { banks } = consoleCalls;
const account: Part<HouseBankAccount> = {
  id: 2,
  coin: 'EUR',
  kind: 'iban',
  bankName: 'Commerzbank',
  number: 'DE89370400440532013000',
  holder: 'FFT Ltd',
  bank: '',
  address: '',
  listed: true,
  genuine: true,
  cutOff: '15:30',
  timeZone: 'Europe/Berlin',
  holidays: ['2026-12-25', '2027-01-01'],
  closing: '10900.50',
  closingDay: '2026-11-24',
  dialect: 'german',
};

function start(tab: 'files' | 'batches' | 'accounts', role: Role = 'treasury') {
  api.answers(banks.accounts, [account]);
  const user = show(<BanksPage />, { role, at: `/banks?tab=${tab}` });
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}
const dialog = (): HTMLElement => screen.getByRole('dialog');
const field = (label: string) => within(dialog()).getByLabelText<HTMLInputElement>(label);

test('accounts have state, cut-off time and latest balance with its currency and day', async () => {
  start('accounts');
  api.answers(banks.accounts, [
    account,
    { ...account, id: 3, listed: false, closing: null },
    { ...account, id: 4, genuine: false },
  ]);
  const rows = await rowsOf('Bank accounts of the exchange');
  expect(rows.map((row) => row.slice(1, 4))).toEqual([
    ['Listed', '15:30 Europe/Berlin', '10,900.50 EURat the end of 2026-11-24'],
    ['Not listed', '15:30 Europe/Berlin', '--'],
    ['Record tampered with', '15:30 Europe/Berlin', '10,900.50 EURat the end of 2026-11-24'],
  ]);
});

test('a new account is proposed with its form; a wrong number is said at its field', async () => {
  const { user, press } = start('accounts');
  await press('Add a bank account');
  api.refusesFields(banks.saveAccount, { number: 'Not a valid IBAN' });
  await user.type(field('Currency'), 'eur');
  await user.type(field('IBAN'), 'DE75');
  await user.type(field('Account holder'), 'FFT Ltd');
  await user.type(field('Bank'), 'Landesbank');
  await user.selectOptions(field('Form of :86: in MT940'), 'Rabobank');
  await user.selectOptions(field('Encoding of MT940 and CSV'), 'WINDOWS-1252');
  await user.click(within(dialog()).getByRole('button', { name: 'Propose' }));
  expect((await within(dialog()).findByRole('alert')).textContent).toBe('Not a valid IBAN');
  expect(field('IBAN').getAttribute('aria-invalid')).toBe('true');
  api.answers(banks.saveAccount, { approval: 5 });
  await user.click(within(dialog()).getByRole('button', { name: 'Propose' }));
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(banks.saveAccount).at(-1)).toMatchObject({
    coin: 'EUR',
    kind: 'iban',
    number: 'DE75',
    holder: 'FFT Ltd',
    bankName: 'Landesbank',
    listed: true,
    cutOff: '16:00',
    dialect: 'rabobank',
    encoding: 'windows-1252',
  });
});

test('each kind of account asks for its own number and code', async () => {
  const { user, press } = start('accounts');
  await press('Add a bank account');
  const t = bankTexts.en;
  for (const kind of ['iban', 'cn', 'us'] as const) {
    await user.selectOptions(field('Type'), t.kinds[kind]);
    expect(field(t.numbers[kind])).toBeDefined();
    expect(field(t.banks[kind])).toBeDefined();
  }
});

test('of an account everything but currency, type and number can be changed', async () => {
  const { user } = start('accounts');
  await user.click(await screen.findByRole('button', { name: /^EUR · Commerzbank/ }));
  expect(['Currency', 'Type', 'IBAN'].map((label) => field(label).readOnly)).toEqual([true, true, true]);
  expect(field('Holidays (YYYY-MM-DD, with commas)').value).toBe('2026-12-25, 2027-01-01');
  expect(field('Form of :86: in MT940').value).toBe('german');
  await user.clear(field('Cut-off time'));
  await user.type(field('Cut-off time'), '14:00');
  await user.selectOptions(field('Shown to customers'), 'Not listed');
  api.answers(banks.saveAccount, { approval: 5 });
  await user.click(within(dialog()).getByRole('button', { name: 'Propose' }));
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(banks.saveAccount)).toMatchObject([
    { id: 2, cutOff: '14:00', listed: false, holidays: '2026-12-25,2027-01-01', dialect: 'german' },
  ]);
});

test('a sample shows in which dialect it is written, and what its entries would say', async () => {
  const { user, press } = start('accounts');
  api.answers(banks.readSample, ({ dialect }) => ({
    recognised: 'german' as const,
    dialect: dialect ?? 'german',
    entries: [
      {
        line: 3,
        direction: 'in' as const,
        amount: '900.00',
        name: 'ANNA',
        text: 'FFT-1004',
        endToEnd: 'E1',
        isReturn: true,
      },
    ],
  }));
  await press('Add a bank account');
  await user.upload(field('Recognise by a sample'), new File([':86:?20FFT-1004'], 'a.sta'));
  await screen.findByText('The sample seems to be written as: German, structured (?20…)');
  expect(field('Form of :86: in MT940').value).toBe('german');
  expect(await rowsOf('The sample as it would be read')).toEqual([['3', 'In 900.00 · Return', 'ANNA', 'E1 FFT-1004']]);
  await user.selectOptions(field('Form of :86: in MT940'), 'ING');
  await settled();
  await vi.waitFor(() => expect(api.inputsOf(banks.readSample).at(-1)).toMatchObject({ dialect: 'ing' }));
});

test.each([
  ['files', 'Import a statement'],
  ['batches', 'New payment batch'],
  ['accounts', 'Add a bank account'],
] as const)('who may only see banks gets no form (%s)', async (tab, form) => {
  start(tab, 'admin');
  await settled();
  expect(screen.queryByRole('button', { name: form })).toBeNull();
});

test('a statement is checked first, then proposed', async () => {
  const { user, press } = start('files');
  await settled();
  await press('Import a statement');
  await user.click(within(dialog()).getByRole('button', { name: 'Check the file' }));
  expect(screen.getByRole('alert').textContent).toContain('Choose a file');
  await user.upload(field('Statement file'), new File(['<xml/>'], 'monday.xml'));
  api.answers(banks.importFile, ({ dryRun }) => ({
    format: 'camt053' as const,
    from: '2026-11-24',
    to: '2026-11-24',
    opening: '1000.00',
    entries: 5,
    known: 3,
    moneyIn: '900.00',
    statements: [{ kind: 'unknown' as const, number: 'DE99', coin: 'USD', name: 'S2' }],
    preview: [
      {
        line: 7,
        coin: 'EUR',
        direction: 'in' as const,
        amount: '900.00',
        name: 'ANNA',
        text: 'FFT-1004',
        customer: { customer: 1004, name: 'Anna Novak' },
      },
      {
        line: 9,
        coin: 'EUR',
        direction: 'out' as const,
        amount: '5.00',
        name: null,
        text: 'fee',
        doubts: ['outgoing' as const],
      },
    ],
    approval: dryRun ? null : 5,
  }));
  await user.click(within(dialog()).getByRole('button', { name: 'Check the file' }));
  await screen.findByRole('dialog', { name: 'What the import does · monday.xml' });
  expect(detailsIn(dialog())).toEqual({
    Format: 'CAMT.053',
    Period: '2026-11-24',
    'Opening balance': '1,000.00 EUR',
    'Closing balance': '--',
  });
  expect(dialog().textContent).toContain('Unknown account DE99 USD');
  const rows = await rowsOf('Bank entries');
  expect(rows.map((row) => row.slice(1))).toEqual([
    ['+900.00', 'Anna Novak1004', 'Credited by itself', '7'],
    ['−5.00', '--', 'Payment that is no payout', '9'],
  ]);
  await user.click(within(dialog()).getByRole('button', { name: 'Propose' }));
  await said('Proposed; waiting for another operator');
  expect(api.inputsOf(banks.importFile).map(({ dryRun, name, account: of }) => [of, name, dryRun])).toEqual([
    [2, 'monday.xml', true],
    [2, 'monday.xml', false],
  ]);
});

test('a wrong file is refused with its line', async () => {
  const { user, press } = start('files');
  await settled();
  await press('Import a statement');
  api.refuses(banks.importFile, 400, 'The amount is not a number', { line: 2 });
  await user.upload(field('Statement file'), new File(['a\n<Amt>x</Amt>'], 'monday.xml'));
  await user.click(within(dialog()).getByRole('button', { name: 'Check the file' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The amount is not a numberLine 2: <Amt>x</Amt>Nothing of the file was imported.');
});

test('Enter twice checks a file once', async () => {
  const { user, press } = start('files');
  await settled();
  await press('Import a statement');
  await user.upload(field('Statement file'), new File(['<xml/>'], 'monday.xml'));
  const release = api.holds(banks.importFile, { entries: 1 });
  const check = within(dialog()).getByRole('button', { name: 'Check the file' });
  await user.click(check);
  await vi.waitFor(() => expect(api.inputsOf(banks.importFile)).toHaveLength(1));
  await user.click(check);
  release();
  await screen.findByRole('dialog', { name: /^What the import does/ });
  expect(api.inputsOf(banks.importFile)).toHaveLength(1);
});

test('a bank’s answer to a payment file is noted at once', async () => {
  const { user, press } = start('files');
  await settled();
  await press('Import a statement');
  api.answers(banks.takeAnswer, { batch: 6 });
  await user.upload(
    field('Statement file'),
    new File(['<x xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"/>'], 'a.xml'),
  );
  await user.click(within(dialog()).getByRole('button', { name: 'Check the file' }));
  expect(await said('The bank’s answer is noted: its batch shows what was refused')).toBeDefined();
});

test('imported files have their state, period and who imported them', async () => {
  api.answers(banks.files, {
    items: [
      {
        id: 1,
        account: 2,
        coin: 'EUR',
        name: 'monday.xml',
        format: 'mt940',
        state: 'read',
        by: 'wu',
        from: '2026-11-23',
        to: '2026-11-24',
        closing: '10.00',
        added: 2,
        entries: 5,
      },
      { id: 2, account: 2, name: 'b.csv', format: 'csv', source: 'folder', from: null },
    ],
  });
  start('files');
  await screen.findByText('monday.xml');
  await settled();
  const rows = await rowsOf('Imported statements');
  expect(rows[0]?.[0]).toMatch(/^monday.xml MT940EUR · Commerzbank …3000/);
  expect(rows[0]?.slice(1, 5)).toEqual(['2026-11-23 – 2026-11-24', '10.00 EUR', '2 / 5', 'Imported']);
  expect(rows[0]?.[5]).toMatch(/wu$/);
  expect(rows[1]?.slice(1, 5)).toEqual(['--', '--', '0 / 0', 'Pending']);
  expect(rows[1]?.[5]).toMatch(/Watched folder$/);
});

test.each([
  ['http://127.0.0.1:9/bank', ['http://127.0.0.1:9/bank?lang=en']],
  [null, []],
] as const)('the sandbox bank is linked in the operator’s language where it runs (%s)', async (sandboxBank, links) => {
  api.answers(consoleCalls.dashboard.read, { sandboxBank });
  start('accounts');
  await settled();
  const found = screen.queryAllByRole('link', { name: 'Sandbox bank' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(links);
});
