import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  BankFileError,
  formatOf,
  readStatements,
  writeCamt053,
  writeCamt054,
  type BankStatement,
  type CsvMapping,
  type ExpectedAccount,
} from './index.ts';

const example = (name: string): string => readFileSync(new URL(`examples/${name}`, import.meta.url), 'utf8');
const iban = { number: 'DE89370400440532013000', currency: 'EUR' };
const german = { number: '0532013000', currency: 'EUR' };
const mapping: CsvMapping = {
  delimiter: ';',
  decimal: ',',
  dateForm: 'YYYY-MM-DD',
  date: 'day',
  reference: 'reference',
  amount: 'amount',
};
const csv = `day;reference;amount
2026-11-26;R2;-20,00
2026-11-25;R1;25,50
`;

/** The statements of a file of which none is refused. */
function read(text: string, expected: ExpectedAccount = iban): BankStatement[] {
  return readStatements(text, formatOf(text), [expected]).map((one) => {
    if (one.kind !== 'read') throw new Error(`a statement is ${one.kind}`);
    return one.statement;
  });
}

describe('an entry is one booking, whatever it consists of:', () => {
  const camt = example('camt053.xml');
  const batch = (change: (text: string) => string) => {
    const entry = read(change(camt))[0]?.entries[1];
    return { amount: entry?.amount, unusual: entry?.unusual, parts: entry?.parts.map(({ amount }) => amount) };
  };

  test('without a reference of the bank it has none, in any format', () => {
    const without = camt.replace('<AcctSvcrRef>Bankreference1</AcctSvcrRef>', '');
    expect(read(without)[0]?.entries[0]?.reference).toBeNull();
    expect(read(example('mt940.sta').replace('//B9A1', ''), german)[0]?.entries[0]?.reference).toBeNull();
    expect(read(csv.replace(';R1;', ';;'), { ...iban, mapping })[0]?.entries[0]?.reference).toBeNull();
  });

  test.each([
    ['sum', [5_000_000, 880_011], (text: string) => text.replace('>8800.10<', '>8800.11<')],
    ['otherCurrency', [5_000_000, null], (text: string) => text.replace('"EUR">8800.10<', '"USD">8800.10<')],
    [
      'noAmounts',
      [5_000_000, null],
      (text: string) => text.replace('<AmtDtls><TxAmt><Amt Ccy="EUR">8800.10</Amt></TxAmt></AmtDtls>', ''),
    ],
    [
      'otherDirection',
      [5_000_000, -880_010],
      (text: string) =>
        text.replace(
          '<AmtDtls><TxAmt><Amt Ccy="EUR">8800.10',
          '<CdtDbtInd>DBIT</CdtDbtInd><AmtDtls><TxAmt><Amt Ccy="EUR">8800.10',
        ),
    ],
    [
      'charges',
      [5_000_000, 880_510],
      (text: string) => text.replace('8800.10</Amt></TxAmt></AmtDtls>', '8805.10</Amt></TxAmt></AmtDtls><Chrgs/>'),
    ],
  ] as const)('a batch that can’t be split (%s) is read, and says so', (unusual, parts, change) => {
    expect(batch(change)).toMatchObject({ unusual, parts });
  });

  test('a moment of booking has its time zone', () => {
    const moment = '<BookgDt><DtTm>2026-11-26T23:30:00Z</DtTm>';
    const [statement] = read(camt.replace('<BookgDt><Dt>2026-11-26</Dt>', moment));
    expect(statement?.entries.map(({ bookedAt }) => bookedAt)).toEqual(['2026-11-26T23:30:00Z', null, null]);
  });

  test('what is written as a statement and as a notification is read again', () => {
    const [statement] = read(camt);
    if (!statement) throw new Error('no statement');
    const entriesOf = (text: string) => read(text)[0]?.entries.map(({ line: _line, ...entry }) => entry);
    const entries = statement.entries.map(({ line: _line, ...entry }) => entry);
    expect(entriesOf(writeCamt053(statement, '2026-11-26T20:00:00Z'))).toEqual(entries);
    expect(entriesOf(writeCamt054(statement, '2026-11-26T20:00:00Z'))).toEqual(entries);
  });
});

test('each statement of a file is read or refused by itself, and those of unknown accounts are left out', () => {
  const camt = example('camt053.xml');
  const [before, after] = [camt.slice(0, camt.indexOf('<Stmt>')), camt.slice(camt.indexOf('</BkToCstmrStmt>'))];
  const body = camt.slice(camt.indexOf('<Stmt>'), camt.indexOf('</BkToCstmrStmt>'));
  const other = { number: 'DE02120300000000202051', currency: 'EUR' };
  const file =
    before +
    body +
    body.replace(iban.number, other.number).replace('158780.32', '158780.33') +
    body.replace(iban.number, 'DE12500105170648489890') +
    body.replace('<Id>2026-11-26 177</Id>', '') +
    after;
  const results = readStatements(file, 'camt053', [iban, other]);
  expect(results).toMatchObject([
    { kind: 'read', account: iban },
    { kind: 'refused', account: other, error: { problem: 'balances' } },
    { kind: 'unknown', head: { account: 'DE12500105170648489890' } },
    { kind: 'refused', account: iban, error: { problem: 'missing', detail: 'Stmt/Id' } },
  ]);
  const two = example('mt940.sta') + example('mt940.sta').replace('CR250,50', 'CR1.000,00');
  expect(readStatements(two, 'mt940', [german]).map(({ kind }) => kind)).toEqual(['read', 'refused']);
});

test('a CSV that could be of several accounts is refused', () => {
  const accounts = ['DE89370400440532013000', 'DE02120300000000202051'].map((number) => ({ ...iban, number, mapping }));
  expect(() => readStatements(csv, 'csv', accounts)).toThrow(
    new BankFileError('account', 1, 'the file could be of several accounts'),
  );
  expect(readStatements(csv, 'csv', [{ ...iban, mapping: null }, ...accounts.slice(1)])).toHaveLength(1);
});
