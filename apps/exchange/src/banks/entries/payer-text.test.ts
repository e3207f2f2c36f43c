import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankEntry, houseIban, startTestBank, statementOf, type TestBank } from '../../../testing/test-bank.ts';
import { approveViewed } from '../../../testing/test-console.ts';
import { payPassword, type MoneyCustomer } from '../../../testing/test-money.ts';

let bank: TestBank;
let anna: MoneyCustomer;
let reference: string;
let count = 0;
const next = (): string => `T${++count}`;
const own = { coin: 'EUR', name: 'Home', kind: 'iban', number: 'DE02120300000000202051', payPassword } as const;
const house = {
  coin: 'EUR',
  kind: 'iban',
  number: houseIban,
  bank: 'COBADEFFXXX',
  holder: 'FFT Exchange Ltd',
  bankName: 'Commerzbank',
} as const;

beforeAll(async () => {
  bank = await startTestBank({ WITHDRAWAL_WAIT_SECONDS: '60' });
  anna = await bank.money.customer('anna');
  await bank.verify(anna, 'Anna Müller');
  reference = await bank.referenceOf(anna);
});
afterAll(() => bank.money.exchange.stop());

type Dialect = NonNullable<Parameters<typeof declare>[0]['dialect']>;

/** Two operators agree how the bank of the account writes its files. */
async function declare(reading: {
  readonly dialect?: 'unstructured' | 'german' | 'swift' | 'rabobank' | 'ing' | 'abnAmro';
  readonly encoding?: 'windows-1252';
}): Promise<void> {
  const { approval } = await bank.li.call(consoleCalls.banks.saveAccount, { ...house, ...reading, id: bank.account });
  await bank.agree(approval);
}

let balance = 0;

/** The bank sends MT940 with one entry of money in. */
async function receive(amount: number, description: string, type = 'NTRF'): Promise<string> {
  const own = next();
  const euros = (units: number): string => (units / 100).toFixed(2).replace('.', ',');
  const text = [
    `:20:S${own}`,
    `:25:${houseIban}`,
    ':28C:1/1',
    `:60F:C261126EUR${euros(balance)}`,
    `:61:2611261126C${euros(amount)}${type}NONREF//${own}`,
    `:86:${description}`,
    `:62F:C261126EUR${euros(balance + amount)}`,
    '-',
  ].join('\n');
  balance += amount;
  await bank.importFile(text);
  return own;
}

const find = async (own: string) => {
  const { items } = await bank.li.call(consoleCalls.banks.entries, { limit: 100 });
  return items.find((each) => each.reference === own);
};

/** A customer with money and a saved account. A payout that no market values uses up a day's limit, so each test has its own customer. */
interface Payee {
  readonly who: MoneyCustomer;
  readonly accountId: string;
}

async function payee(handle: string, name: string, cents: number): Promise<Payee> {
  const who = await bank.money.customer(handle);
  await bank.verify(who, name);
  await book({ amount: cents, name, text: await bank.referenceOf(who) });
  const { id: accountId } = await who.call(calls.banks.addAccount, own);
  bank.money.clock.time += 61_000;
  return { who, accountId };
}

async function approved({ who, accountId }: Payee, amount: number): Promise<string> {
  const request = { coin: 'EUR', amount: (amount / 100).toFixed(2), accountId };
  await who.call(calls.banks.sendPayoutCode, request);
  const code = await bank.money.codeOf(who);
  const { id } = await who.call(calls.banks.submitPayout, { ...request, requestId: next(), code, payPassword });
  for (const by of [bank.li, bank.wu]) await approveViewed(by, Number(id));
  return id;
}

/** A payout that is on its way. */
async function released(of: Payee, amount: number): Promise<{ readonly payout: string; readonly batch: number }> {
  const payout = await approved(of, amount);
  const items = `PAYOUT-${payout}`;
  const { batch, approval } = await bank.li.call(consoleCalls.banks.proposeBatch, { account: bank.account, items });
  await bank.agree(approval);
  return { payout, batch };
}

async function book(entry: Omit<Parameters<typeof bankEntry>[0], 'reference'>): Promise<string> {
  const own = next();
  const sent = bankEntry({ reference: own, ...entry });
  await bank.importFile(statementOf([sent], { opening: balance }));
  balance += sent.direction === 'in' ? sent.amount : -sent.amount;
  return own;
}

const payoutState = async ({ who }: Payee, id: string): Promise<string | undefined> =>
  (await who.call(calls.banks.payouts, { limit: 100 })).items.find((each) => each.id === id)?.state;

describe('what a stranger types moves no money by itself:', () => {
  const mule = 'EVE ADAMS';
  const spoofs: readonly (readonly [string, Dialect | undefined, () => string])[] = [
    [
      'a verified name in the reference, before the sender’s own',
      'swift',
      () => `/EREF/A1/NAME/ANNA MUELLER/ORDP//NAME/${mule}/REMI/${reference}`,
    ],
    [
      'a verified name and an IBAN in a text without fields',
      undefined,
      () => `/NAME/ANNA MUELLER/IBAN/DE02120300000000202051/REMI/${reference}`,
    ],
    [
      'a verified name in the German field of names',
      'german',
      () => `166?00GUTSCHRIFT?20SVWZ+${reference}?32ANNA MUELLER?21x?31DE75512108001245126199?32${mule}`,
    ],
  ];
  test.each(spoofs)('%s', async (_, dialect, description) => {
    await declare({ ...(dialect !== undefined && { dialect }) });
    const before = await bank.euros(anna);
    const entry = await receive(25_000, description());
    expect(await find(entry)).toMatchObject({ state: 'queued', doubts: ['nameDiffers'] });
    expect(await bank.euros(anna)).toBe(before);
  });

  test('EREF+PAYOUT-7 RTRN+AC04 in a transfer: no payout comes back', async () => {
    await declare({ dialect: 'german' });
    const max = await payee('max', 'Max Weber', 100_000);
    const { payout } = await released(max, 99_900);
    await book({ amount: 99_900, direction: 'out', endToEnd: bank.nameOf('payout', payout), account: own.number });
    const before = await bank.euros(max.who);
    for (const name of [`PAYOUT-${payout}`, bank.nameOf('payout', payout)])
      for (const description of [
        `166?00GUTSCHRIFT?20EREF+${name} RTRN+AC04?21SVWZ+x?32${mule}`,
        `166?00GUTSCHRIFT?20SVWZ+EREF+${name} RTRN+AC04?32${mule}`,
      ]) {
        const entry = await receive(99_900, description);
        expect(await find(entry)).toMatchObject({ state: 'queued', isReturn: false });
      }
    expect(await payoutState(max, payout)).toBe('done');
    expect(await bank.euros(max.who)).toBe(before);
    // An entry is a return if the bank itself calls it one and shows the payout's whole name.
    const counted = await receive(99_900, `159?00RETOURE?20EREF+PAYOUT-${payout}?21SVWZ+x?32MAX WEBER`, 'NRTI');
    expect(await find(counted)).toMatchObject({ state: 'queued', doubts: ['return'] });
    const back = `159?00RETOURE?20EREF+${bank.nameOf('payout', payout)}?21SVWZ+x?32MAX WEBER`;
    expect(await find(await receive(99_900, back, 'NRTI'))).toMatchObject({ state: 'gaveBack' });
    expect(await payoutState(max, payout)).toBe('returned');
  });

  test('lines that look like the bank’s own entries, and make zero together', async () => {
    await declare({ dialect: 'swift' });
    const before = await bank.euros(anna);
    const [forged, taken] = [next(), next()];
    const entry = await receive(
      1,
      [
        `/ORDP//NAME/${mule}/REMI/x`,
        `:61:2611261126C1000,00NTRFNONREF//${forged}`,
        `:86:/ORDP//NAME/ANNA MUELLER/REMI/${reference}`,
        `:61:2611261126D1000,00NTRFNONREF//${taken}`,
      ].join('\n'),
    );
    expect(await find(entry)).toMatchObject({ state: 'queued', doubts: ['noReference'] });
    expect(await find(forged)).toMatchObject({ state: 'queued', doubts: ['unusual'], unusual: 'unproven' });
    expect(await bank.euros(anna)).toBe(before);
  });
});

test('a name that MT940 has no room for settles its payout all the same', async () => {
  const leo = await payee('leo', 'Leo Stein', 5_000);
  const { payout } = await released(leo, 1_100);
  const name = bank.nameOf('payout', payout);
  const short = { amount: 1_100, direction: 'out', account: own.number } as const;
  for (const other of [`PAYOUT-${payout}`, `${name.slice(0, 15)}${name.slice(15, 16) === '3' ? '4' : '3'}`])
    expect(await find(await book({ ...short, endToEnd: other }))).toMatchObject({
      state: 'queued',
      doubts: ['payout'],
    });
  await book({ ...short, endToEnd: name.slice(0, 16) });
  expect(await payoutState(leo, payout)).toBe('done');
});

test('the dialect is part of what two operators agree to, and of the account’s MAC', async () => {
  const { db } = bank.money.exchange.database;
  await declare({ dialect: 'german', encoding: 'windows-1252' });
  const listed = async () =>
    (await bank.li.call(consoleCalls.banks.accounts, {})).find(({ id }) => id === bank.account);
  expect(await listed()).toMatchObject({ dialect: 'german', encoding: 'windows-1252', genuine: true });
  await db.updateTable('bank_accounts').set({ dialect: 'swift' }).where('id', '=', bank.account).execute();
  expect(await listed()).toMatchObject({ genuine: false });
  await declare({});
  expect(await listed()).toMatchObject({ dialect: null, encoding: null, genuine: true });
});

test('a sample says in which dialect it is, and what it would say in another', async () => {
  const text = [
    ':20:S',
    ':25:X',
    ':28C:1',
    ':60F:C261126EUR0,',
    ':61:261126C1,00NTRFNONREF//B',
    ':86:166?20SVWZ+hello?32EVE ADAMS',
    ':62F:C261126EUR1,00',
  ].join('\n');
  const read = (dialect?: Dialect) =>
    bank.li.call(consoleCalls.banks.readSample, { text, ...(dialect !== undefined && { dialect }) });
  expect(await read()).toMatchObject({
    recognised: 'german',
    dialect: 'german',
    entries: [{ amount: '1.00', name: 'EVE ADAMS', text: 'hello', isReturn: false }],
  });
  expect(await read('unstructured')).toMatchObject({ recognised: 'german', entries: [{ name: null }] });
  await expect(bank.li.call(consoleCalls.banks.readSample, { text: ':20:S' })).rejects.toMatchObject({
    code: Code.badRequest,
    data: { problem: 'missing' },
  });
});

describe('a bank’s answer to a payment file', () => {
  const answer = (batch: number, payments: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-27T09:00:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>BATCH-${batch}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>BATCH-${batch}</OrgnlPmtInfId>${payments}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
  const refused = (name: string): string =>
    `<TxInfAndSts><OrgnlEndToEndId>${name}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>closed</AddtlInf></StsRsnInf></TxInfAndSts>`;
  const take = (text: string) => bank.li.call(consoleCalls.banks.takeAnswer, { text });

  test('marks the payment that it refused in its batch, and two operators give the money back', async () => {
    const ida = await payee('ida', 'Ida Blum', 5_000);
    const { payout, batch } = await released(ida, 1_200);
    const name = bank.nameOf('payout', payout);
    expect(await take(answer(batch, refused(name)))).toEqual({ batch, refused: [name] });
    expect((await bank.li.call(consoleCalls.banks.batch, { id: batch })).items).toMatchObject([
      { endToEnd: name, state: 'atBank', refusal: { reason: 'AC04', text: 'closed' } },
    ]);
    // Neither the bank's answer nor one operator alone moves money.
    expect(await payoutState(ida, payout)).toBe('sent');
    const giveBack = { id: Number(payout), zh: '账户已注销', en: 'The account is closed' };
    const { approval } = await bank.li.call(consoleCalls.banks.failPayout, giveBack);
    await expect(bank.agree(approval, bank.li)).rejects.toMatchObject({ code: Code.conflict });
    await bank.agree(approval);
    expect(await payoutState(ida, payout)).toBe('failed');
    expect(await bank.euros(ida.who)).toBe('50.000000');
  });

  test('changes nothing if it answers no batch of ours, or names a payment that isn’t in it', async () => {
    const { payout, batch } = await released(await payee('tom', 'Tom Frank', 5_000), 1_300);
    const name = bank.nameOf('payout', payout);
    for (const text of [
      answer(batch + 1, refused(name)),
      answer(batch, refused(`PAYOUT-${payout}`)),
      answer(batch, refused(name) + refused('PAYOUT-999')),
    ])
      await expect(take(text)).rejects.toMatchObject({ code: Code.conflict });
    await expect(take('<a/>')).rejects.toMatchObject({ code: Code.badRequest });
    const { items } = await bank.li.call(consoleCalls.banks.batch, { id: batch });
    expect(items).toMatchObject([{ refusal: null }]);
  });
});

describe('a name that no bank takes', () => {
  test('is refused when the account is saved, and a name in other letters is shown as the bank gets it', async () => {
    const [bob, xiao] = [await bank.money.customer('bob'), await bank.money.customer('xiao')];
    await bank.verify(bob, 'Bob 😀');
    await bank.verify(xiao, '王小明');
    await expect(bob.call(calls.banks.addAccount, own)).rejects.toMatchObject({ code: Code.conflict });
    expect(await xiao.call(calls.banks.addAccount, own)).toMatchObject({ holder: 'Wang Xiao Ming' });
    expect((await xiao.call(calls.banks.accounts, {})).items).toMatchObject([{ holder: 'Wang Xiao Ming' }]);
  });

  test('leaves its payout out, and the others of the batch go on', async () => {
    const [eva, zoe] = [await payee('eva', 'Eva Müller', 5_000), await payee('zoe', 'Zoe Long', 5_000)];
    const payouts = [await approved(eva, 1_400), await approved(zoe, 1_500)];
    // The document was renewed since the account was saved.
    await bank.verify(zoe.who, `Zoe ${'x'.repeat(70)}`);
    const { items, leftOut } = await bank.li.call(consoleCalls.banks.payable, { account: bank.account });
    expect(items).toMatchObject([{ id: Number(payouts[0]), name: 'Eva Mueller' }]);
    expect(leftOut).toMatchObject([{ id: Number(payouts[1]), name: `Zoe ${'x'.repeat(70)}` }]);
    await expect(
      bank.li.call(consoleCalls.banks.proposeBatch, { account: bank.account, items: `PAYOUT-${payouts[1]}` }),
    ).rejects.toMatchObject({ code: Code.conflict });
    // Two operators give the payout back, though it never left.
    const giveBack = { id: Number(payouts[1]), zh: '姓名过长', en: 'The name is too long' };
    const { approval } = await bank.li.call(consoleCalls.banks.failPayout, giveBack);
    await bank.agree(approval);
    expect(await payoutState(zoe, payouts[1] ?? '')).toBe('rejected');
    expect(await bank.euros(zoe.who)).toBe('50.000000');
  });

  test('is no holder of an account of the exchange', async () => {
    const call = bank.li.call(consoleCalls.banks.saveAccount, { ...house, holder: 'House 😀', id: bank.account });
    await expect(call).rejects.toMatchObject({
      code: Code.badRequest,
      data: { fields: { holder: expect.anything() as unknown } },
    });
  });
});
