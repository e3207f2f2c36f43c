import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankEntry, houseIban, startTestBank, statementOf, type TestBank } from '../../testing/test-bank.ts';
import type { MoneyCustomer } from '../../testing/test-money.ts';

let bank: TestBank;
let anna: MoneyCustomer;
let max: MoneyCustomer;
let references = 0;
const nextReference = (): string => `B${++references}`;

beforeAll(async () => {
  bank = await startTestBank();
  anna = await bank.money.customer('anna');
  max = await bank.money.customer('max', 'zh');
  await bank.verify(anna, 'Anna Müller');
  await bank.verify(max, 'Max Weber');
});
afterAll(() => bank.money.exchange.stop());

const find = async (reference: string | null) => {
  const { items } = await bank.li.call(consoleCalls.banks.entries, { limit: 100 });
  const entry = items.find((each) => each.reference === reference);
  if (!entry) throw new Error(`no entry ${reference}`);
  return entry;
};

test('a customer gets the bank details with a reference that is the same for ever, and a QR code for euros', async () => {
  const [details] = await anna.call(calls.banks.details, {});
  expect(details).toMatchObject({ coin: 'EUR', name: 'Euro', credited: true });
  expect(details?.reference).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{5}-[34679ACDEFGHJKMNPQRTWXY]{5}$/);
  expect(details?.accounts[0]).toMatchObject({
    number: houseIban,
    holder: 'FFT Exchange Ltd',
    bankName: 'Commerzbank',
  });
  expect(details?.accounts[0]?.qr?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'COBADEFFXXX',
    'FFT Exchange Ltd',
    houseIban,
    '',
    '',
    '',
    details?.reference,
  ]);
  expect(await anna.call(calls.banks.details, { coin: 'EUR' })).toEqual([details]);
  const [other] = await max.call(calls.banks.details, { coin: 'EUR' });
  expect(other?.reference).not.toBe(details?.reference);
});

test('a transfer with the reference and the own name is credited once, however often its file comes', async () => {
  const reference = await bank.referenceOf(anna);
  const own = nextReference();
  const text = `savings ${reference.toLowerCase().replace('-', ' ')} thanks`;
  const statement = statementOf([bankEntry({ reference: own, amount: 125_050, name: 'MUELLER ANNA', text })]);
  await bank.importFile(statement);
  expect(await bank.euros(anna)).toBe('1250.500000');
  await expect(bank.importFile(statement)).rejects.toMatchObject({ code: Code.conflict });
  // The same entry in another file.
  await bank.importFile(statementOf([bankEntry({ reference: own, amount: 125_050, name: 'MUELLER ANNA', text })]));
  expect(await bank.euros(anna)).toBe('1250.500000');
  const { items } = await anna.call(calls.banks.deposits, { coin: 'EUR' });
  expect(items[0]).toMatchObject({ coin: 'EUR', amount: '1250.50', state: 'credited', from: '•••• 2051' });
  const { items: messages } = await anna.call(calls.content.list, { kind: 'account' });
  expect(messages[0]?.title).toBe('Your bank deposit has arrived');
  const { items: lines } = await anna.call(calls.assets.fiatStatement, { coin: 'EUR' });
  expect(lines[0]).toMatchObject({ type: 'bankDeposit', amount: '1250.500000' });
});

describe('waits for two operators:', () => {
  const rows: [why: string, doubt: string, entry: () => Promise<{ name?: string | null; text: string }>][] = [
    ['no reference', 'noReference', async () => ({ text: 'hello' })],
    ['another name', 'nameDiffers', async () => ({ name: 'Eve Adams', text: await bank.referenceOf(anna) })],
    ['no name', 'nameDiffers', async () => ({ name: null, text: await bank.referenceOf(anna) })],
    ["another's reference", 'nameDiffers', async () => ({ name: 'Max Weber', text: await bank.referenceOf(anna) })],
    ['a part of the name', 'nameDiffers', async () => ({ name: 'Müller', text: await bank.referenceOf(anna) })],
    [
      'two references',
      'severalReferences',
      async () => ({ text: `${await bank.referenceOf(anna)} ${await bank.referenceOf(max)}` }),
    ],
  ];
  test.each(rows)('%s', async (_why, doubt, entry) => {
    const before = [await bank.euros(anna), await bank.euros(max)];
    const reference = nextReference();
    await bank.importFile(statementOf([bankEntry({ reference, amount: 1000, ...(await entry()) })]));
    expect(await find(reference)).toMatchObject({ state: 'queued', doubts: [doubt] });
    expect([await bank.euros(anna), await bank.euros(max)]).toEqual(before);
  });

  test('a reference in a table that the exchange did not derive', async () => {
    const { db } = bank.money.exchange.database;
    const planted = { reference: '3333333333', customer: Number(max.id), currency: 'EUR', attempt: 1 };
    await bank.referenceOf(max);
    await db.updateTable('bank_references').set(planted).where('customer', '=', Number(max.id)).execute();
    const reference = nextReference();
    await bank.importFile(statementOf([bankEntry({ reference, amount: 1000, name: 'Max Weber', text: '3333333333' })]));
    expect(await find(reference)).toMatchObject({ state: 'queued', doubts: ['unknownReference'] });
    await db.deleteFrom('bank_references').where('customer', '=', Number(max.id)).execute();
  });

  test('a locked account', async () => {
    const eve = await bank.money.customer('eve');
    await bank.verify(eve, 'Eve Adams');
    const text = await bank.referenceOf(eve);
    await bank.by.support.call(consoleCalls.customers.lock, { id: Number(eve.id), reason: 'fraud' });
    const reference = nextReference();
    await bank.importFile(statementOf([bankEntry({ reference, amount: 1000, name: 'Eve Adams', text })]));
    expect(await find(reference)).toMatchObject({ state: 'queued', doubts: ['locked'] });
  });
});

test('an entry is matched by two operators, never by one, with suggestions by name', async () => {
  const reference = nextReference();
  await bank.importFile(
    statementOf([bankEntry({ reference, amount: 7_700, name: 'Max Weber', text: 'no reference' })]),
  );
  const { id } = await find(reference);
  const { suggestions } = await bank.li.call(consoleCalls.banks.entry, { id });
  expect(suggestions).toMatchObject([{ customer: Number(max.id), name: 'Max Weber', by: ['name'] }]);
  const before = await bank.euros(max);
  const decision = { id, act: 'match', customer: Number(max.id), note: 'called him' } as const;
  const { approval } = await bank.li.call(consoleCalls.banks.decideEntry, decision);
  expect((await find(reference)).proposal).toEqual({ id: approval, proposer: 'li' });
  await expect(bank.agree(approval, bank.li)).rejects.toMatchObject({ code: Code.conflict });
  await expect(bank.li.call(consoleCalls.banks.decideEntry, decision)).rejects.toMatchObject({ code: Code.conflict });
  expect(await bank.euros(max)).toBe(before);
  await bank.agree(approval);
  expect(Number(await bank.euros(max)) - Number(before)).toBe(77);
  expect(await find(reference)).toMatchObject({ state: 'credited', customer: { customer: Number(max.id) } });
});

test('an entry whose row was changed in the database is never credited', async () => {
  const { db } = bank.money.exchange.database;
  const reference = nextReference();
  await bank.importFile(statementOf([bankEntry({ reference, amount: 100, name: 'Max Weber', text: 'small' })]));
  const { id } = await find(reference);
  const { approval } = await bank.li.call(consoleCalls.banks.decideEntry, {
    id,
    act: 'match',
    customer: Number(max.id),
    note: 'x',
  });
  await db.updateTable('bank_entries').set({ amount: 100_000_00 }).where('id', '=', id).execute();
  const before = await bank.euros(max);
  await expect(bank.agree(approval)).rejects.toMatchObject({ code: Code.conflict });
  expect(await bank.euros(max)).toBe(before);
  // Nor is one that claims to be matched.
  await db
    .updateTable('bank_entries')
    .set({ state: 'matched', customer: Number(max.id) })
    .where('id', '=', id)
    .execute();
  await bank.importFile(statementOf([bankEntry({ reference: nextReference(), amount: 100 })]));
  expect(await find(reference)).toMatchObject({ state: 'queued', doubts: ['altered'] });
  expect(await bank.euros(max)).toBe(before);
});

test('one operator alone imports nothing, and a file changed after the proposal is refused', async () => {
  const { db } = bank.money.exchange.database;
  const text = statementOf([
    bankEntry({ reference: nextReference(), amount: 900, text: await bank.referenceOf(anna) }),
  ]);
  const dry = await bank.li.call(consoleCalls.banks.importFile, {
    account: bank.account,
    name: 'a.xml',
    text,
    dryRun: true,
  });
  expect(dry).toMatchObject({ format: 'camt053', entries: 1, known: 0, moneyIn: '9.00', approval: null });
  expect(dry.preview[0]).toMatchObject({ customer: { customer: Number(anna.id), name: 'Anna Müller' }, doubts: [] });
  const before = await bank.euros(anna);
  const { approval } = await bank.li.call(consoleCalls.banks.importFile, {
    account: bank.account,
    name: 'a.xml',
    text,
  });
  await expect(bank.agree(approval ?? 0, bank.li)).rejects.toMatchObject({ code: Code.conflict });
  expect(await bank.euros(anna)).toBe(before);
  await db
    .updateTable('bank_files')
    .set({ body: text.replaceAll('9.00', '9000.00') })
    .where('state', '=', 'proposed')
    .execute();
  await expect(bank.agree(approval ?? 0)).rejects.toMatchObject({ code: Code.conflict });
  expect(await bank.euros(anna)).toBe(before);
});

test('a wrong file is refused whole, with the line', async () => {
  const good = statementOf([bankEntry({ reference: nextReference(), amount: 100 })]);
  const send = (text: string) =>
    bank.li.call(consoleCalls.banks.importFile, { account: bank.account, name: 'a.xml', text });
  await expect(send(good.replaceAll('>1.00<', '>1.000,00<'))).rejects.toMatchObject({
    code: Code.badRequest,
    data: { problem: 'amount', line: 12 },
  });
  const other = statementOf([], { account: 'DE02120300000000202051' });
  await expect(send(other)).rejects.toMatchObject({ code: Code.badRequest, data: { problem: 'account' } });
});

test('an altered account of the house is shown to no customer', async () => {
  const { db } = bank.money.exchange.database;
  const change = (number: string) => db.updateTable('bank_accounts').set({ number }).execute();
  await change('DE02120300000000202051');
  expect(await anna.call(calls.banks.details, {})).toEqual([]);
  await change(houseIban);
  expect(await anna.call(calls.banks.details, {})).toHaveLength(1);
});

test('saved bank accounts are checked, need the transaction password and a verified identity, and stay apart from addresses', async () => {
  const saved = {
    coin: 'EUR',
    name: 'Home',
    kind: 'iban',
    number: 'DE02 1203 0000 0000 2020 51',
    payPassword: '294715',
  } as const;
  await expect(anna.call(calls.banks.addAccount, { ...saved, number: 'DE02120300000000202052' })).rejects.toMatchObject(
    {
      code: Code.badRequest,
      data: { fields: { number: 'This is not a valid account number' } },
    },
  );
  await expect(anna.call(calls.banks.addAccount, { ...saved, kind: 'us' })).rejects.toMatchObject({
    code: Code.badRequest,
  });
  await expect(anna.call(calls.banks.addAccount, { ...saved, payPassword: '111112' })).rejects.toMatchObject({
    code: Code.wrongPayPassword,
  });
  const account = await anna.call(calls.banks.addAccount, saved);
  expect(account).toMatchObject({ kind: 'iban', number: 'DE02120300000000202051', bank: '' });
  expect(account.usableFrom - account.time).toBe(86_400_000);
  expect((await anna.call(calls.banks.accounts, {})).items).toEqual([account]);
  expect((await anna.call(calls.addresses.list, {})).items).toEqual([]);
  await expect(max.call(calls.banks.removeAccount, { id: account.id })).rejects.toMatchObject({ code: Code.notFound });
  await anna.call(calls.banks.removeAccount, { id: account.id });
  expect((await anna.call(calls.banks.accounts, {})).items).toEqual([]);
  const nobody = await bank.money.customer('nobody');
  await bank.money.exchange.database.db.deleteFrom('identities').where('customer', '=', Number(nobody.id)).execute();
  await expect(nobody.call(calls.banks.addAccount, saved)).rejects.toMatchObject({ code: Code.identityNotVerified });
});
