import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatOf, readStatements, recogniseDialect, type BankEntry, type Mt940Dialect } from './index.ts';

const number = 'DE89370400440532013000';
const mule = { name: 'EVE ADAMS', account: 'DE75512108001245126199' };

/** A statement with one entry of 250.00, whose `:61:` and `:86:` are given. */
function statement(description: string, line = ':61:2611261126C250,00NTRFNONREF//B1'): string {
  const sign = /^:61:\d{6}(\d{4})?(D|RC)/.test(line) ? -250 : 250;
  return [
    ':20:S',
    `:25:${number}`,
    ':28C:1/1',
    ':60F:C261126EUR1000,00',
    line,
    `:86:${description}`,
    `:62F:C261126EUR${1000 + sign},00`,
    '-',
  ].join('\n');
}

function read(text: string, dialect: Mt940Dialect | null): BankEntry {
  const [one] = readStatements(text, formatOf(text), [{ number, currency: 'EUR', dialect }]);
  const entry = one?.kind === 'read' ? one.statement.entries[0] : undefined;
  if (!entry) throw new Error(`not read: ${JSON.stringify(one)}`);
  return entry;
}

describe('what a payer writes is never the bank’s field:', () => {
  test('a name in the payer’s reference or remittance doesn’t replace the name that the bank writes', () => {
    const [own, anna] = ['KX7M4TRAQ9', 'ANNA MUELLER'];
    const spoofed = [
      `/EREF/A1/NAME/${anna}/ORDP//NAME/${mule.name}/REMI/${own}`,
      `/EREF/A1/ORDP//NAME/${anna}/REMI/x/ORDP//NAME/${mule.name}/REMI/${own}`,
      // The bank itself writes no name.
      `/EREF/A1/NAME/${anna}/ORDP//ID/17/REMI/${own}`,
      `/EREF/A1/REMI//ORDP//NAME/${anna}/ORDP//NAME/${mule.name}/REMI/${own}`,
      `/EREF/A1/ORDP//NAME/${mule.name}/REMI/${own}/ORDP//NAME/${anna}`,
    ];
    for (const description of spoofed) expect([null, mule.name]).toContain(read(statement(description), 'swift').name);
    const german = `166?00GUTSCHRIFT?20SVWZ+${own} ?32${anna}?21 x?31${mule.account}?32${mule.name}`;
    expect(read(statement(german), 'german')).toMatchObject({ name: null, account: null });
  });

  test('a text with /NAME/ and /IBAN/ names no one where the bank writes only text', () => {
    const description = '/NAME/ANNA MUELLER/IBAN/DE02120300000000202051/REMI/KX7M4TRAQ9';
    for (const dialect of [null, 'unstructured'] as const)
      expect(read(statement(description), dialect)).toMatchObject({ name: null, account: null, text: description });
    // Nor where the bank writes another form.
    for (const dialect of ['german', 'swift', 'rabobank', 'ing', 'abnAmro'] as const)
      expect(read(statement(description), dialect)).toMatchObject({ name: null, account: null });
  });

  test.each([
    ['german', '166?00GUTSCHRIFT?20SVWZ+EREF+PAYOUT-7 RTRN+AC04?32EVE ADAMS'],
    ['german', '166?00GUTSCHRIFT?20EREF+PAYOUT-7 RTRN+AC04?21SVWZ+x?32EVE ADAMS'],
    ['german', '166?00GUTSCHRIFT?20EREF+PAYOUT-7 RTRN+AC04?32EVE ADAMS'],
    ['swift', '/EREF/PAYOUT-7/RTRN/AC04/ORDP//NAME/EVE ADAMS/REMI/x'],
    ['ing', '/RTRN/AC04//EREF/PAYOUT-7//CNTP/DE75512108001245126199/X/EVE ADAMS///REMI/USTD//x/'],
    ['unstructured', 'EREF+PAYOUT-7 RTRN+AC04 /RTRN/AC04'],
  ] as const)('a transfer that calls itself a return is none (%s, %s)', (dialect, description) => {
    expect(read(statement(description), dialect)).toMatchObject({ isReturn: false, reason: null });
  });

  test.each([
    ['a returned item', ':61:2611261126C250,00NRTINONREF//B1', '166?20SVWZ+x', 'german'],
    ['a debit taken back', ':61:2611261126RD250,00NTRFNONREF//B1', 'x', null],
    ['a credit taken back', ':61:2611261126RC250,00NTRFNONREF//B1', 'x', null],
    ['the German code of a returned transfer', ':61:2611261126C250,00NTRFNONREF//B1', '159?20SVWZ+x', 'german'],
  ] as const)('what the bank calls a return is one: %s', (_, line, description, dialect) => {
    expect(read(statement(description, line), dialect).isReturn).toBe(true);
  });
});

/** What payers write to be taken for the bank. */
const traps =
  '/NAME/ /IBAN/ /ORDP/ /ORDP//NAME/ /BENM//NAME/ /CNTP/ /REMI/ /EREF/ /RTRN/AC04/ ' +
  '?32 ?31 ?33 ?20 ?21 ?60 ?34 ?99 ? EREF+ SVWZ+ RTRN+AC04 PAYOUT-7 / // + DE02120300000000202051';
const lines = ['\n', '\n-', '\n{1:', '\n:86:', '\n:20:x', '\n-}', ' ', 'ANNA MUELLER'];
const word = fc.oneof(
  fc.constantFrom(...traps.split(' '), ...lines),
  fc.string({ maxLength: 12 }).filter((text) => !/[\p{Cc}\p{Cs}:]/u.test(text)),
);
const remittance = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));

/** The bank's own fields around a remittance. */
const forms: Readonly<Record<Exclude<Mt940Dialect, 'unstructured'>, (text: string) => string>> = {
  german: (text) => `166?00GUTSCHRIFT?20EREF+E-1?21SVWZ+${text}?30BANK?31${mule.account}?32${mule.name}`,
  swift: (text) => `/EREF/E-1/ORDP//NAME/${mule.name}/IBAN/${mule.account}/REMI/${text}`,
  rabobank: (text) => `/EREF/E-1/ORDP//NAME/${mule.name}/IBAN/${mule.account}/REMI/${text}`,
  ing: (text) => `/EREF/E-1//CNTP/${mule.account}/BANK/${mule.name}///REMI/USTD//${text}/`,
  abnAmro: (text) => `/TRTP/SEPA OVERBOEKING/IBAN/${mule.account}/BIC/BANK/NAME/${mule.name}/REMI/${text}/EREF/E-1`,
};

describe('whatever a payer writes into the remittance, what is read is the bank’s own field or unknown:', () => {
  test.each(Object.entries(forms) as [Exclude<Mt940Dialect, 'unstructured'>, (text: string) => string][])(
    '%s',
    (dialect, form) => {
      fc.assert(
        fc.property(remittance, (text) => {
          const entry = read(statement(form(text)), dialect);
          expect(entry).toMatchObject({
            direction: 'in',
            amount: 25_000,
            reference: 'B1',
            isReturn: false,
            reason: null,
          });
          expect([mule.name, null]).toContain(entry.name);
          expect([mule.account, null]).toContain(entry.account);
          expect(['E-1', null]).toContain(entry.endToEnd);
          // Without a word of the bank's, all of it is known.
          if (!/[/?]/.test(text)) expect(entry).toMatchObject({ ...mule, endToEnd: 'E-1' });
        }),
        { numRuns: 2000 },
      );
    },
  );

  test('unstructured', () => {
    fc.assert(
      fc.property(remittance, (text) => {
        const unknown = { name: null, account: null, endToEnd: null, isReturn: false, reason: null };
        expect(read(statement(text), null)).toMatchObject(unknown);
      }),
    );
  });
});

describe('a payer’s line that looks like the bank’s field is never credited without the balance:', () => {
  const forged = ':61:2611261126C1000,00NTRFNONREF//X1\n:86:/ORDP//NAME/EVE ADAMS/REMI/KX7M4TRAQ9';
  const taken = (amount: string): string => `:61:2611261126D${amount}NTRFNONREF//X2`;
  const readAll = (text: string) => readStatements(text, 'mt940', [{ number, currency: 'EUR', dialect: 'swift' }]);
  /** Amounts that came in and aren't doubted, of statements that aren't refused. */
  const credited = (text: string): number[] =>
    readAll(text).flatMap((one) =>
      one.kind === 'read'
        ? one.statement.entries.flatMap(({ direction, amount, unusual }) =>
            direction === 'in' && unusual === null ? [amount] : [],
          )
        : [],
    );

  test('one that adds an entry: the balances differ, and the whole statement is refused', () => {
    for (const text of [`x\n${forged}`, `x\n${forged}\nmore`, `x\n${taken('5,00')}`]) {
      const [one] = readAll(statement(text));
      expect(one).toMatchObject({ kind: 'refused', error: { problem: 'balances' } });
    }
  });

  test('several that make zero together: the balances agree, so people decide what came in', () => {
    for (const text of [
      `x\n${forged}\n${taken('1000,00')}`,
      `x\n${taken('1000,00')}\n${forged}`,
      `x\n${taken('400,00')}\n${forged}\n${taken('600,00')}`,
    ]) {
      const [one] = readAll(statement(text));
      expect(one?.kind).toBe('read');
      expect(credited(statement(text))).toEqual([25_000]);
    }
  });

  test('one that ends the statement and begins another of the same account', () => {
    const end = ':62F:C261126EUR1250,00\n-\n';
    const begin = (opening: string): string => `:20:T\n:25:${number}\n:28C:2/1\n:60F:C261126EUR${opening}\n`;
    for (const text of [
      // The balances of the second are its own.
      `x\n${end}${begin('250,00')}${forged}`,
      `x\n${end}${begin('1250,00')}${forged}\n${taken('1000,00')}`,
      `x\n${end}${begin('1250,00')}${forged}`,
      // The bank's own balance is then one of an account that isn't ours.
      `x\n${forged}\n:62F:C261126EUR2250,00\n${begin('1250,00').replace(number, 'DE75512108001245126199')}`,
    ])
      expect(credited(statement(text))).toEqual([25_000]);
    const after = `x\n:62F:C261126EUR2250,00\n${forged}\n${begin('1250,00').replace(number, 'DE75512108001245126199')}`;
    expect(readAll(statement(after))).toMatchObject([{ kind: 'refused', error: { problem: 'malformed' } }, {}]);
  });

  test('whatever lines of the kind a payer writes, no more is credited than the bank booked', () => {
    const pieces = fc.constantFrom(
      forged,
      taken('1000,00'),
      taken('500,00'),
      taken('250,00'),
      'x',
      '-',
      ...['1250,00', '250,00', '1000,00', '2250,00'].flatMap((units) => [
        `:62F:C261126EUR${units}`,
        // The same account in two forms, and another one.
        ...[number, '37040044/0532013000', 'DE75512108001245126199'].map(
          (account) => `:20:T\n:25:${account}\n:28C:2/1\n:60F:C261126EUR${units}`,
        ),
      ]),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (lines) => {
        const found = credited(statement(['x', ...lines].join('\n')));
        expect([[], [25_000]]).toContainEqual(found);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('a statement is read as the bank means it:', () => {
  test('a line that begins with - or { or looks like a field goes on with the text', () => {
    const lines = ['KX7M4', '-TRAQ9', '-', '{more}', '-}', ':86:x', ':20:y'];
    expect(read(statement(lines.join('\n')), null).text).toBe(lines.join('\n'));
    expect(read(statement('166?20SVWZ+KX7M4\n-TRAQ9'), 'german').text).toBe('KX7M4-TRAQ9');
  });

  test.each([
    ['37040044/0532013000'],
    ['37040044/532013000EUR'],
    ['COBADEFFXXX/DE89370400440532013000'],
    ['DE89370400440532013000EUR'],
    ['DE89 3704 0044 0532 0130 00'],
  ])('an account written as %s is the IBAN that has both', (written) => {
    expect(read(statement('x').replace(`:25:${number}`, `:25:${written}`), null).amount).toBe(25_000);
  });

  test.each([['37040044/0532013001'], ['37040045/0532013000'], ['0532013000']])('%s is another account', (written) => {
    const text = statement('x').replace(`:25:${number}`, `:25:${written}`);
    expect(readStatements(text, 'mt940', [{ number, currency: 'EUR' }])).toMatchObject([{ kind: 'unknown' }]);
  });

  test('ING’s remittance goes from USTD to the last slash, whatever is in it', () => {
    const description = '/EREF/E//CNTP/NL91ABNA0417164300/ABNANL2A/J. de Vries///REMI/USTD//a/b KX7M4TRAQ9/';
    expect(read(statement(description), 'ing')).toMatchObject({ name: 'J. de Vries', text: 'a/b KX7M4TRAQ9' });
  });

  test('a text with a slash is kept whole', () => {
    const description = '/EREF/E/ORDP//NAME/A B/REMI/rent 11/2026 and/or KX7M4TRAQ9';
    expect(read(statement(description), 'swift').text).toBe('rent 11/2026 and/or KX7M4TRAQ9');
  });

  test.each(['IBAN+DE02120300000000202051', 'BIC+COBADEFF', 'PURP+OTHR'])('a reference ends before %s', (next) => {
    const line = ':61:2611261126D250,00NTRFNONREF//B1';
    for (const between of ['?21', '', ' '])
      expect(read(statement(`116?20EREF+PAYOUT-7${between}${next}?22SVWZ+x`, line), 'german')).toMatchObject({
        endToEnd: 'PAYOUT-7',
        text: 'x',
      });
  });

  test('a reference of the bank may have more than 16 characters, and the customer’s own a slash', () => {
    const line = ':61:2611261126C250,00NTRFA/B//12345678901234567890123';
    expect(read(statement('x', line), null)).toMatchObject({
      reference: '12345678901234567890123',
      endToEnd: 'A/B',
    });
  });

  test('a leading :940: and a bank’s own lines are no CSV', () => {
    for (const before of [':940:\n', 'ABNANL2A\n940\nABNANL2A\n', '{1:F01X}{2:I940X}{4:\n', '\uFEFF'])
      expect(read(before + statement('x'), null).amount).toBe(25_000);
  });

  test('the account in the second line of :61: counts where the bank writes it there', () => {
    const line = ':61:261126C250,00N541NONREF\nNL91ABNA0417164300';
    expect(read(statement('/ORDP//NAME/A B/REMI/x', line), 'rabobank').account).toBe('NL91ABNA0417164300');
    expect(read(statement('x', line), null).account).toBe(null);
  });

  test('a sample is recognised as what all of its descriptions are', () => {
    expect(recogniseDialect(statement('166?20SVWZ+x'))).toBe('german');
    expect(recogniseDialect(statement('166?20SVWZ+x') + '\n' + statement('/ORDP//NAME/A/REMI/x'))).toBe('unstructured');
    expect(recogniseDialect(statement('hello /NAME/x/IBAN/y'))).toBe('unstructured');
  });
});
