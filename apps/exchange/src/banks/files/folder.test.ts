import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consoleCalls } from '@fft/console-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankEntry, houseIban, startTestBank, statementOf, type TestBank } from '../../../testing/test-bank.ts';
import type { MoneyCustomer } from '../../../testing/test-money.ts';
import { waitFor } from '../../../testing/wait-for.ts';

let folder: string;
let bank: TestBank;
let anna: MoneyCustomer;
let reference: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-bank-'));
  bank = await startTestBank({ BANK_FOLDER: folder });
  anna = await bank.money.customer('anna');
  await bank.verify(anna, 'Anna Müller');
  reference = await bank.referenceOf(anna);
});
afterAll(async () => {
  await bank.money.exchange.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a file as a bank's connection does, and waits until the exchange has taken it. */
async function put(name: string, content: string | Buffer): Promise<void> {
  await mkdir(join(folder, 'in'), { recursive: true });
  await writeFile(join(folder, 'in', `${name}.part`), content);
  await rename(join(folder, 'in', `${name}.part`), join(folder, 'in', name));
  await waitFor(async () => {
    bank.money.exchange.wake('banks.folder');
    expect(await readdir(join(folder, 'in'))).not.toContain(name);
  });
}

test('a statement in the folder is read once and credited without an operator, also if it comes again', async () => {
  const statement = statementOf([bankEntry({ reference: 'F1', amount: 4_200, text: reference })]);
  await put('a.xml', statement);
  await waitFor(async () => expect(await bank.euros(anna)).toBe('42.000000'));
  await put('b.xml', statement);
  expect((await readdir(join(folder, 'read'))).toSorted()).toEqual(['a.xml', 'b.xml']);
  const { items } = await bank.li.call(consoleCalls.banks.files, {});
  expect(items).toMatchObject([{ name: 'a.xml', source: 'folder', by: '', state: 'read', added: 1 }]);
  expect(await bank.euros(anna)).toBe('42.000000');
});

test.each([
  [
    'a wrong amount',
    'amount',
    () => statementOf([bankEntry({ reference: 'F2', amount: 100 })]).replaceAll('>1.00<', '>1.000,00<'),
  ],
  ['another account', 'account', () => statementOf([], { account: 'DE02120300000000202051' })],
  ['wrong bytes', 'encoding', () => Buffer.from('<Document>ä</Document>', 'latin1')],
])('a file with %s is refused whole, with its reason, and others go on', async (_name, problem, content) => {
  await put('wrong.xml', content());
  expect(JSON.parse(await readFile(join(folder, 'refused', 'wrong.xml.txt'), 'utf8'))).toMatchObject({ problem });
  expect(await readdir(join(folder, 'refused'))).toContain('wrong.xml');
  expect(await bank.euros(anna)).toBe('42.000000');
});

test('a file that is still being written is left alone', async () => {
  await writeFile(join(folder, 'in', 'c.xml.part'), statementOf([]));
  await put('d.xml', statementOf([], { opening: 4_200, day: '2026-11-27' }));
  expect(await readdir(join(folder, 'in'))).toEqual(['c.xml.part']);
});

test('a released batch is written once', async () => {
  await put(
    'e.xml',
    statementOf([bankEntry({ reference: 'F3', amount: 500, name: 'Eve Adams' })], {
      opening: 4_200,
      day: '2026-11-28',
    }),
  );
  const queued = async () => (await bank.li.call(consoleCalls.banks.entries, { state: 'queued' })).items[0]?.id ?? 0;
  const id = await waitFor(async () => {
    const found = await queued();
    expect(found).toBeGreaterThan(0);
    return found;
  });
  const decision = await bank.li.call(consoleCalls.banks.decideEntry, { id, act: 'return', note: 'unknown' });
  await bank.agree(decision.approval);
  const proposed = await bank.li.call(consoleCalls.banks.proposeBatch, {
    account: bank.account,
    items: `RETURN-${id}`,
  });
  await bank.agree(proposed.approval);
  const name = `BATCH-${proposed.batch}.xml`;
  await waitFor(async () => {
    bank.money.exchange.wake('banks.folder');
    expect(await readdir(join(folder, 'out'))).toEqual([name]);
  });
  const { text } = await bank.li.call(consoleCalls.banks.batchFile, { id: proposed.batch });
  expect(await readFile(join(folder, 'out', name), 'utf8')).toBe(text);
  // The bank takes the file.
  await rm(join(folder, 'out', name));
  await put('f.xml', statementOf([], { opening: 4_700, day: '2026-11-29' }));
  expect(await readdir(join(folder, 'out'))).toEqual([]);
});

test('a file that isn’t XML is read in the encoding of its account', async () => {
  const house = {
    coin: 'EUR',
    kind: 'iban',
    number: houseIban,
    bank: 'COBADEFFXXX',
    holder: 'FFT',
    bankName: 'Bank',
  } as const;
  const { approval } = await bank.li.call(consoleCalls.banks.saveAccount, {
    ...house,
    id: bank.account,
    dialect: 'german',
    encoding: 'windows-1252',
  });
  await bank.agree(approval);
  const before = Number(await bank.euros(anna));
  const lines = [
    ':20:S',
    ':25:37040044/0532013000',
    ':28C:9/1',
    ':60F:C261126EUR0,',
    ':61:2611261126C7,77NTRFNONREF//ENC1',
    `:86:166?20SVWZ+${reference}?32ANNA MÜLLER`,
    ':62F:C261126EUR7,77',
    '-',
  ];
  await put('windows.sta', Buffer.from(lines.join('\r\n'), 'latin1'));
  await waitFor(async () => expect(Number(await bank.euros(anna)) - before).toBeCloseTo(7.77, 6));
});

test('a bank’s answer moves no money, and one to no batch of ours is refused', async () => {
  const answer = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<OrgnlGrpInfAndSts><OrgnlMsgId>BATCH-99999</OrgnlMsgId></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
  await put('answer.xml', answer);
  expect(JSON.parse(await readFile(join(folder, 'refused', 'answer.xml.txt'), 'utf8'))).toEqual({
    problem: 'bankAnswerUnknown',
  });
});
