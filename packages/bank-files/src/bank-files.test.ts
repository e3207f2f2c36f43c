import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BankFileError,
  checkAccountNumber,
  decodeFile,
  findReferences,
  formatOf,
  isLuhn,
  isReference,
  isRoutingNumber,
  makeReference,
  readPain001,
  readStatements,
  showReference,
  writeCamt053,
  writePain001,
  type BankStatement,
  type CsvMapping,
  type ExpectedAccount,
} from './index.ts';
import { referenceAlphabet } from './reference.ts';

const example = (name: string): string => readFileSync(new URL(`examples/${name}`, import.meta.url), 'utf8');
const iban = { number: 'DE89370400440532013000', currency: 'EUR' };
const german: ExpectedAccount = { number: '0532013000', currency: 'EUR', dialect: 'german' };
const mapping: CsvMapping = {
  delimiter: ';',
  decimal: ',',
  dateForm: 'DD.MM.YYYY',
  date: 'Buchungstag',
  reference: 'Referenz',
  amount: 'Betrag',
  balance: 'Saldo',
  name: 'Name',
  text: 'Zweck',
};
const csv = `\uFEFFBuchungstag;Referenz;Betrag;Saldo;Name;Zweck
26.11.2026;R2;-20,00;105,50;Max Weber;"fees; and
more"
25.11.2026;R1;25,50;125,50;Anna Müller;KX7M4-TRAQ9
`;

/** The statements of a file of which none is refused. */
function read(text: string, expected: ExpectedAccount = iban): BankStatement[] {
  return readStatements(text, formatOf(text), [expected]).map((one) => {
    if (one.kind === 'read') return one.statement;
    throw one.kind === 'refused' ? one.error : new BankFileError('account', one.head.line, one.head.account);
  });
}

/** The problem and the line with which a file is refused. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof BankFileError) return `${error.problem} ${error.line}`;
    throw error;
  }
  return 'read';
}

test('a camt.053 is read: balances, parties, a batch as one entry with its parts, only what is booked', () => {
  const [statement] = read(example('camt053.xml'));
  expect(statement).toMatchObject({ opening: 11_272, closing: 15_878_032, from: '2026-11-25', to: '2026-11-26' });
  expect(statement?.entries).toEqual([
    {
      reference: 'Bankreference1',
      direction: 'in',
      amount: 10_000_000,
      booked: '2026-11-26',
      bookedAt: null,
      parts: [],
      unusual: null,
      name: 'Anna Müller & Co',
      account: 'DE02120300000000202051',
      text: 'Invoice 4711 and more',
      endToEnd: 'E2E-Id-1',
      isReturn: false,
      reason: null,
      line: 18,
    },
    expect.objectContaining({
      reference: 'Bankreference2',
      amount: 5_880_010,
      unusual: null,
      parts: [
        expect.objectContaining({ reference: null, amount: 5_000_000, endToEnd: null }),
        expect.objectContaining({ reference: 'Detail2', amount: 880_010 }),
      ],
    }),
    expect.objectContaining({ reference: 'Bankreference3', direction: 'out', amount: 13_250, text: 'Fees' }),
  ]);
});

test('a camt.054 is read: a return keeps the sides of the payment that came back', () => {
  const [notification] = read(example('camt054.xml'));
  expect(notification).toMatchObject({ opening: null, closing: null });
  expect(notification?.entries[0]).toMatchObject({
    isReturn: true,
    reason: 'AC04',
    endToEnd: 'PAYOUT-7',
    name: 'Anna Müller',
  });
});

test('an MT940 is read: the form of its bank, a reversed debit, a booking date in the year before', () => {
  const [statement] = read(example('mt940.sta'), german);
  expect(statement).toMatchObject({ opening: 100_000, closing: 125_050, from: '2025-12-31', to: '2026-01-02' });
  expect(statement?.entries).toMatchObject([
    {
      reference: 'B9A1',
      direction: 'in',
      amount: 25_050,
      booked: '2025-12-31',
      name: 'ANNA MUELLER',
      account: 'DE02120300000000202051',
      text: 'KX7M4 TRAQ9 thank you very much',
      endToEnd: 'E2E-1',
    },
    { direction: 'out', amount: 10_000, name: 'Max Weber', text: 'payout', endToEnd: 'PAYOUT-7', isReturn: false },
    { direction: 'in', amount: 10_000, isReturn: true, endToEnd: 'PAYOUT-7' },
  ]);
});

test('a CSV is read by its mapping, in either order, with quotes and a byte order mark', () => {
  const [statement] = read(csv, { ...iban, mapping });
  expect(statement).toMatchObject({ opening: 10_000, closing: 10_550, from: '2026-11-25', to: '2026-11-26' });
  expect(statement?.entries).toMatchObject([
    { reference: 'R1', direction: 'in', amount: 2_550, name: 'Anna Müller' },
    { reference: 'R2', direction: 'out', amount: 2_000, text: 'fees; and\nmore' },
  ]);
});

describe('a hostile or wrong file or statement is refused, with its line:', () => {
  const camt = example('camt053.xml');
  const mt940 = example('mt940.sta');
  const withDoctype = (inside: string) => camt.replace('<Document', `<!DOCTYPE d [${inside}]>\n<Document`);
  const bomb = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join(
    '',
  );
  const rows: [name: string, refused: string, act: () => unknown][] = [
    [
      'an external entity',
      'doctype 2',
      () => read(withDoctype('<!ENTITY x SYSTEM "file:///etc/passwd">').replace('27632364572', '&x;')),
    ],
    [
      'an entity bomb',
      'doctype 2',
      () => read(withDoctype(`<!ENTITY e0 "lol">${bomb}`).replace('27632364572', '&e9;')),
    ],
    [
      'an external DTD',
      'doctype 2',
      () => read(camt.replace('<Document', '<!DOCTYPE d SYSTEM "http://evil.example/d.dtd">\n<Document')),
    ],
    ['an unknown entity', 'notWellFormed 4', () => read(camt.replace('27632364572', '&x;'))],
    ['deep nesting', 'tooDeep 2', () => read(camt.replace(/<Document[^]*/, '<a>'.repeat(100_000)))],
    ['a wide document', 'tooDeep 2', () => read(camt.replace(/<Document[^]*/, `<a>${'<b/>'.repeat(400_001)}</a>`))],
    ['a file too large', 'tooLarge 1', () => decodeFile(new Uint8Array(8_000_001))],
    [
      'Latin-1',
      'encoding 24',
      () => decodeFile(Buffer.from(camt.replace('Bankreference', 'Bänk\nreference'), 'latin1')),
    ],
    ['UTF-16 by declaration', 'encoding 1', () => read(camt.replace('UTF-8', 'UTF-16'))],
    ['a NUL', 'encoding 4', () => read(camt.replace('27632364572', '\0'))],
    ['a cut file', 'notWellFormed 30', () => read(camt.split('\n').slice(0, 30).join('\n'))],
    ['tags crossed', 'notWellFormed 4', () => read(camt.replace('</MsgId>', '</CreDtTm>'))],
    ['not XML at all', 'columns 1', () => read('hello')],
    ['another message', 'unknownFormat 2', () => read(camt.replace('camt.053', 'pain.001'))],
    ['1.000,00', 'amount 19', () => read(camt.replace('>100000.00<', '>1.000,00<'))],
    ['1,000.00', 'amount 19', () => read(camt.replace('>100000.00<', '>1,000.00<'))],
    ['an exponent', 'amount 19', () => read(camt.replace('>100000.00<', '>1e5<'))],
    ['a negative amount', 'amount 19', () => read(camt.replace('>100000.00<', '>-100000.00<'))],
    ['a fraction of a cent', 'amount 19', () => read(camt.replace('>100000.00<', '>100000.001<'))],
    ['an amount beyond every integer', 'amount 19', () => read(camt.replace('>100000.00<', '>999999999999999.00<'))],
    ['another currency', 'currency 19', () => read(camt.replace('Ccy="EUR">100000.00', 'Ccy="USD">100000.00'))],
    ['another account', 'account 5', () => read(camt, { ...iban, number: 'DE02120300000000202051' })],
    ['balances that do not add up', 'balances 5', () => read(camt.replace('158780.32', '158780.33'))],
    [
      'CSV: an entry twice',
      'twice 4',
      () => read(`${csv}${csv.split('\n')[3]}\n`, { ...iban, mapping: { ...mapping, balance: undefined } }),
    ],
    [
      'a day that does not exist',
      'date 22',
      () => read(camt.replace('<BookgDt><Dt>2026-11-26', '<BookgDt><Dt>2026-02-30')),
    ],
    [
      'an unknown direction',
      'malformed 20',
      () =>
        read(camt.replace('<CdtDbtInd>CRDT</CdtDbtInd>\n        <Sts>', '<CdtDbtInd>BOTH</CdtDbtInd>\n        <Sts>')),
    ],
    ['MT940: 1.000,00', 'amount 6', () => read(mt940.replace('CR250,50', 'CR1.000,00'), german)],
    ['MT940: a point', 'amount 6', () => read(mt940.replace('CR250,50', 'CR250.50'), german)],
    ['MT940: another account', 'account 2', () => read(mt940.replace('0532013000EUR', '0532013001EUR'), german)],
    ['MT940: another currency', 'currency 13', () => read(mt940.replace(':62F:C260102EUR', ':62F:C260102USD'), german)],
    ['MT940: balances', 'balances 2', () => read(mt940.replace('1250,50', '1250,51'), german)],
    ['MT940: no closing balance', 'missing 2', () => read(mt940.replace(':62F:C260102EUR1250,50\n', ''), german)],
    ['CSV: 1.000,00', 'amount 4', () => read(csv.replace('25,50', '1.000,00'), { ...iban, mapping })],
    ['CSV: a missing column', 'columns 1', () => read(csv.replace('Betrag', 'Sum'), { ...iban, mapping })],
    ['CSV: balances', 'balances 3', () => read(csv.replace('125,50', '126,50'), { ...iban, mapping })],
    [
      'CSV: a row too short',
      'malformed 4',
      () => read(csv.replace('25.11.2026;R1;', '25.11.2026;'), { ...iban, mapping }),
    ],
    ['CSV: another form of days', 'date 4', () => read(csv.replace('25.11.2026', '2026-11-25'), { ...iban, mapping })],
  ];
  test.each(rows)('%s', (_name, refused, act) => {
    expect(refusal(act)).toBe(refused);
  });
});

describe('references', () => {
  const reference = fc
    .array(fc.integer({ min: 0, max: 229 }), { minLength: 9, maxLength: 9 })
    .map((bytes) => makeReference(Uint8Array.from(bytes)) ?? '');

  test('one wrong character, or any two exchanged, is noticed', () => {
    const at = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(reference, at, at, fc.constantFrom(...referenceAlphabet.split('')), (text, one, other, char) => {
        const wrong = Array.from(text);
        wrong[one] = char;
        expect(isReference(wrong.join(''))).toBe(wrong.join('') === text);
        const exchanged = Array.from(text);
        [exchanged[one], exchanged[other]] = [exchanged[other] ?? '', exchanged[one] ?? ''];
        expect(isReference(exchanged.join(''))).toBe(exchanged.join('') === text);
      }),
    );
  });

  test('a reference is found in any text, whatever became of its spaces and case', () => {
    const words = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(reference, words, words, fc.constantFrom(' ', '-', '', '\n', '. '), (text, before, after, gap) => {
        const written = Array.from(showReference(text)).join(gap).toLowerCase();
        expect(findReferences(`${before} ${written} ${after}`)).toContain(text);
      }),
    );
  });

  test('look-alike letters are not used', () => {
    expect(Array.from('0O1IL2Z5S8BUV').filter((char) => referenceAlphabet.includes(char))).toEqual([]);
  });
});

describe('account numbers', () => {
  test.each([
    [
      { kind: 'iban', number: 'gb82 west 1234 5698 7654 32', bank: '' },
      { kind: 'iban', number: 'GB82WEST12345698765432', bank: '' },
    ],
    [{ kind: 'iban', number: 'GB82WEST12345698765433', bank: '' }, 'number'],
    [{ kind: 'iban', number: 'GB82WEST12345698765432', bank: 'NOPE' }, 'bank'],
    [
      { kind: 'cn', number: '6222 0212 3456 7890 128', bank: '102100099996' },
      { kind: 'cn', number: '6222021234567890128', bank: '102100099996' },
    ],
    [{ kind: 'cn', number: '6222021234567890129', bank: '102100099996' }, 'number'],
    [{ kind: 'cn', number: '6222021234567890128', bank: '1021' }, 'bank'],
    [
      { kind: 'us', number: '000123456789', bank: '021000021' },
      { kind: 'us', number: '000123456789', bank: '021000021' },
    ],
    [{ kind: 'us', number: '000123456789', bank: '021000022' }, 'bank'],
    [{ kind: 'us', number: '12', bank: '021000021' }, 'number'],
  ] as const)('%o', (given, checked) => {
    expect(checkAccountNumber(given)).toEqual(checked);
  });

  test('known numbers pass their checks, and not with another digit', () => {
    expect([isLuhn('4539578763621486'), isLuhn('4539578763621487'), isLuhn('')]).toEqual([true, false, false]);
    expect(['011000015', '121000358', '011000016', '990000005'].map(isRoutingNumber)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test('a payment file is read as it was written, and a changed sum is noticed', () => {
  const account = { kind: 'iban', number: iban.number, bank: 'COBADEFFXXX' } as const;
  const text = writePain001({
    id: 'BATCH-1',
    created: '2026-11-26T10:00:00Z',
    executeOn: '2026-11-27',
    currency: 'EUR',
    debtor: { name: 'FFT & Sons', account },
    payments: [
      {
        endToEnd: 'PAYOUT-1',
        amount: 12_345,
        name: 'Anna <Müller>',
        account: { kind: 'iban', number: 'DE02120300000000202051', bank: '' },
        text: 'Payout',
      },
      {
        endToEnd: 'PAYOUT-2',
        amount: 5,
        name: '李雷',
        account: { kind: 'cn', number: '6222021234567890128', bank: '102100099996' },
        text: 'Payout',
      },
    ],
  });
  expect(readPain001(text)).toEqual({
    id: 'BATCH-1',
    debtorAccount: iban.number,
    payments: [
      {
        endToEnd: 'PAYOUT-1',
        currency: 'EUR',
        amount: 12_345,
        name: 'Anna .Mueller.',
        account: 'DE02120300000000202051',
        text: 'Payout',
      },
      {
        endToEnd: 'PAYOUT-2',
        currency: 'EUR',
        amount: 5,
        name: '李雷',
        account: '6222021234567890128',
        text: 'Payout',
      },
    ],
  });
  expect(refusal(() => readPain001(text.replace('>123.45<', '>123.46<')))).toMatch(/^balances/);
});

test('a statement is read as it was written', () => {
  const entry = fc.record({
    reference: fc.uuid(),
    direction: fc.constantFrom('in' as const, 'out' as const),
    amount: fc.integer({ min: 1, max: 10 ** 12 }),
    booked: fc.constant('2026-11-26'),
    name: fc.option(fc.constantFrom('Anna Müller', 'O’Neil & <Co>', '李雷')),
    account: fc.option(fc.constantFrom('DE02120300000000202051', '6222021234567890128')),
    text: fc.constantFrom('', 'a & b', 'KX7M4-TRAQ9'),
    endToEnd: fc.option(fc.constantFrom('PAYOUT-1', 'x')),
    isReturn: fc.constant(false),
    reason: fc.constant(null),
    bookedAt: fc.constant(null),
    parts: fc.constant([]),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), fc.integer({ min: -1000, max: 1000 }), (entries, opening) => {
      const closing = entries.reduce(
        (sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount),
        opening,
      );
      const days = { from: '2026-11-26', to: '2026-11-26' };
      const written = { id: 'S', account: iban.number, currency: 'EUR', opening, closing, ...days, entries };
      const [found] = read(writeCamt053(written, '2026-11-26T20:00:00Z'));
      expect(found).toMatchObject(written);
    }),
  );
});
