import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BankFileError, csvDates, readStatements, type BankStatement, type CsvMapping } from './index.ts';

const account = { number: 'DE89370400440532013000', currency: 'EUR' };
const mapping: CsvMapping = {
  delimiter: ';',
  decimal: ',',
  dateForm: 'DD.MM.YYYY',
  date: 'Day',
  reference: 'Ref',
  amount: 'Amount',
  balance: 'Balance',
};
const head = 'Day;Ref;Amount;Balance\n';

function read(text: string, more: Partial<CsvMapping> = {}): BankStatement {
  const [one] = readStatements(text, 'csv', [{ ...account, mapping: { ...mapping, ...more } }]);
  if (one?.kind !== 'read') throw one?.kind === 'refused' ? one.error : new Error('unknown');
  return one.statement;
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof BankFileError) return `${error.problem} ${error.line}: ${error.detail}`;
    throw error;
  }
  return 'read';
}

describe('the order of the rows:', () => {
  // 250 at the day's begin and end: 10 came, and was taken back. Backwards the same rows go from 260 to 260.
  const reversal = '26.11.2026;A;10,00;260,00\n26.11.2026;B;-10,00;250,00\n';

  test('an entry and its reversal fit both ways: nothing is guessed, the form says it', () => {
    expect(refusal(() => read(head + reversal))).toBe('order 2: oldestFirst or newestFirst');
    expect(read(head + reversal, { order: 'oldestFirst' })).toMatchObject({ opening: 25_000, closing: 25_000 });
    expect(read(head + reversal, { order: 'newestFirst' })).toMatchObject({ opening: 26_000, closing: 26_000 });
  });

  test('days decide where they differ, whatever the balances could mean', () => {
    const newestFirst = `27.11.2026;C;-10,00;250,00\n26.11.2026;D;10,00;260,00\n`;
    expect(read(head + newestFirst)).toMatchObject({ opening: 25_000, closing: 25_000, from: '2026-11-26' });
    const oldestFirst = `26.11.2026;D;10,00;260,00\n27.11.2026;C;-10,00;250,00\n`;
    expect(read(head + oldestFirst)).toEqual({ ...read(head + newestFirst), entries: expect.anything() as unknown });
    // The same rows in an order that the days contradict.
    expect(refusal(() => read(head + oldestFirst, { order: 'newestFirst' }))).toBe(
      'order 2: oldestFirst instead of newestFirst',
    );
  });

  test('any history is read the same way from either end, or its order is asked for', () => {
    const row = fc.record({ day: fc.integer({ min: 10, max: 14 }), amount: fc.integer({ min: -30, max: 30 }) });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 99 }), (rows, opening) => {
        let balance = opening;
        const lines = rows
          .filter(({ amount }) => amount !== 0)
          .toSorted((one, other) => one.day - other.day)
          .map(({ day, amount }, index) => {
            balance += amount;
            return `${day}.11.2026;R${index};${amount},00;${balance},00\n`;
          });
        fc.pre(lines.length > 0);
        for (const text of [lines, lines.toReversed()].map((each) => head + each.join(''))) {
          const refused = refusal(() => read(text));
          if (refused === 'read') expect(read(text)).toMatchObject({ opening: opening * 100, closing: balance * 100 });
          else expect(refused).toMatch(/^order/);
        }
      }),
    );
  });
});

describe('the values of a row:', () => {
  test.each([
    ['.', ',', '1.250.000,50', 125_000_050],
    [',', '.', '1,250,000.50', 125_000_050],
    [' ', ',', '1\u202F250,50', 125_050],
    ["'", '.', '1’250.50', 125_050],
    ['.', ',', '250,5', 25_050],
  ] as const)('with %s between thousands and %s before cents, %s', (thousands, decimal, amount, units) => {
    const text = `Day;Ref;Amount\n26.11.2026;A;${amount}\n`;
    expect(read(text, { thousands, decimal, balance: undefined }).entries[0]?.amount).toBe(units);
  });

  test.each(['1.25,50', '12.50', '1..250,00', '.250,00', '1.2500,00'])('%s isn’t an amount with groups', (amount) => {
    const text = `Day;Ref;Amount\n26.11.2026;A;${amount}\n`;
    expect(refusal(() => read(text, { thousands: '.', balance: undefined }))).toMatch(/^amount 2/);
    expect(refusal(() => read(text, { balance: undefined }))).toMatch(/^amount 2/);
  });

  test.each(csvDates)('a day written as %s', (dateForm) => {
    const written = dateForm.replace('YYYY', '2026').replace('YY', '26').replace('MM', '11').replace('DD', '25');
    for (const time of ['', ' 09:15', 'T09:15:59'])
      expect(read(`Day;Ref;Amount\n${written}${time};A;1,00\n`, { dateForm, balance: undefined }).from).toBe(
        '2026-11-25',
      );
  });

  test('another order of day and month is refused, and the refusal names what to declare', () => {
    const text = 'Day;Ref;Amount\n26/11/2026;A;1,00\n';
    expect(refusal(() => read(text, { dateForm: 'MM/DD/YYYY', balance: undefined }))).toBe(
      'date 2: Day: 26/11/2026 instead of MM/DD/YYYY, DD/MM/YYYY',
    );
    // What both could mean is what the form says.
    const both = text.replace('26/11', '05/11');
    expect(read(both, { dateForm: 'MM/DD/YYYY', balance: undefined }).from).toBe('2026-05-11');
    expect(read(both, { dateForm: 'DD/MM/YYYY', balance: undefined }).from).toBe('2026-11-05');
  });
});

describe('what stands around the rows:', () => {
  const rows = '26.11.2026;A;10,00;260,00\n';

  test.each(['sep=;\n', 'Account;DE89\n\nPeriod;25.11. to 26.11.\n', '\uFEFFsep=;\nUmsätze\n;;;\n'])(
    'lines before the names of the columns are left out',
    (before) => {
      expect(read(before + head + rows)).toMatchObject({ opening: 25_000, closing: 26_000 });
    },
  );

  test('a delimiter at the end of each row is no column', () => {
    expect(read(`${head}26.11.2026;A;10,00;260,00;\n`).entries).toHaveLength(1);
  });

  test('a row that is no entry refuses the file', () => {
    expect(refusal(() => read(`${head}${rows}Total;;10,00;260,00\n`))).toMatch(/^date 3/);
    expect(refusal(() => read(`${head}${rows}Total;10,00\n`))).toMatch(/^malformed 3/);
  });
});
