import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { payeeName, writeCamt053, writePain001 } from './index.ts';

type Schema = 'pain.001.001.09' | 'camt.053.001.08';

/** What libxml2 says against the schema's rules; nothing for a sound document. */
async function faultsOf(documents: readonly string[], schema: Schema): Promise<readonly string[]> {
  const text = readFileSync(new URL(`schemas/${schema}.xsd`, import.meta.url), 'utf8');
  const xml = documents.map((contents, index) => ({ fileName: `${index}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema: [text] });
  return errors.map(({ message }) => message);
}

const text = fc.oneof(
  fc.constantFrom('Anna Müller', 'O’Neil & <Co>', '李雷', '𠮷'.repeat(141), '\u0000\uFFFE', '\uD800'),
  fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }),
);
const account = fc.constantFrom(
  { kind: 'iban' as const, number: 'DE89370400440532013000', bank: 'COBADEFFXXX' },
  { kind: 'iban' as const, number: 'DE02120300000000202051', bank: '' },
  { kind: 'cn' as const, number: '6222021234567890128', bank: '102100099996' },
  { kind: 'us' as const, number: '12345678901234567', bank: '021000021' },
);
const [currency, amount] = [fc.constantFrom('EUR', 'CNY', 'USD', 'JPY'), fc.integer({ min: 1, max: 10 ** 12 })];
const endToEnd = fc.constantFrom('PAYOUT-1', 'RETURN-9007199254740991');
// Names that no bank takes are left out of batches before.
const name = text.filter((each) => payeeName(each, 'iban') !== null && payeeName(each, 'cn') !== null);
const batch = fc.record({
  id: fc.constant('BATCH-1'),
  created: fc.constant('2026-11-26T10:00:00Z'),
  executeOn: fc.constant('2026-11-27'),
  currency,
  debtor: fc.record({ name, account }),
  payments: fc.array(fc.record({ endToEnd, amount, name, account, text: endToEnd }), {
    minLength: 1,
    maxLength: 4,
  }),
});
const details = {
  name: fc.option(text),
  account: fc.option(fc.constantFrom('DE02120300000000202051', '6222021234567890128')),
  text: fc.oneof(fc.constant(''), text),
  endToEnd: fc.option(endToEnd),
  isReturn: fc.boolean(),
  reason: fc.option(fc.constantFrom('AC04', 'MS03')),
};
const reference = fc.option(fc.constant('SANDBOX-12-1'));
const part = fc.record({ ...details, reference, amount: fc.option(fc.integer({ min: -1000, max: 10 ** 12 })) });
const entry = fc.record({
  ...details,
  reference,
  direction: fc.constantFrom('in' as const, 'out' as const),
  amount,
  booked: fc.constant('2026-11-26'),
  bookedAt: fc.option(fc.constant('2026-11-26T10:00:00+01:00')),
  parts: fc.oneof(fc.constant([]), fc.array(part, { minLength: 2, maxLength: 4 })),
});
const statement = fc.record({
  id: fc.constant('SANDBOX-12'),
  account: fc.constantFrom('DE89370400440532013000', '532013000'),
  currency,
  opening: fc.integer({ min: -1000, max: 10 ** 12 }),
  closing: fc.integer({ min: -1000, max: 10 ** 12 }),
  from: fc.constant('2026-11-26'),
  to: fc.constant('2026-11-26'),
  entries: fc.array(entry, { maxLength: 4 }),
});

test('every payment file follows the schema, whatever names and accounts it has', async () => {
  const batches = fc.sample(batch, { numRuns: 200, seed: 20_261_126 });
  expect(await faultsOf(batches.map(writePain001), 'pain.001.001.09')).toEqual([]);
});

test('every statement of the sandbox bank follows the schema', async () => {
  const statements = fc.sample(statement, { numRuns: 200, seed: 20_261_126 });
  const files = statements.map((each) => writeCamt053(each, '2026-11-26T20:00:00Z'));
  expect(await faultsOf(files, 'camt.053.001.08')).toEqual([]);
});

describe('the schema refuses', () => {
  const iban = { kind: 'iban', number: 'DE89370400440532013000', bank: 'COBADEFFXXX' } as const;
  const payment = { endToEnd: 'PAYOUT-1', amount: 5, name: 'Anna', account: iban, text: 'x' };
  const sound = writePain001({
    id: 'BATCH-1',
    created: '2026-11-26T10:00:00Z',
    executeOn: '2026-11-27',
    currency: 'EUR',
    debtor: { name: 'House', account: iban },
    payments: [payment],
  });

  test.each([
    ['a BIC of another form', 'COBADEFFXXX', 'COBADE'],
    ['an amount with six decimals', '>0.05<', '>0.050001<'],
    ['a day that there is not', '2026-11-27', '2026-11-31'],
    ['an identification of 36 characters', 'PAYOUT-1', 'P'.repeat(36)],
    ['another order', '<PmtMtd>TRF</PmtMtd>', ''],
    ['an empty name', '<Nm>Anna</Nm>', '<Nm></Nm>'],
  ])('%s', async (_, from, to) => {
    expect(sound).toContain(from);
    expect(await faultsOf([sound.replace(from, to)], 'pain.001.001.09')).not.toEqual([]);
  });
});
