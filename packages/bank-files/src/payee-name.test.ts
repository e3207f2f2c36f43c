import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payeeName, readPain001, writePain001 } from './index.ts';

test.each([
  ['王小明', 'Wang Xiao Ming'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Anna Müller', 'Anna Mueller'],
  ['Ødegård & Sønner', 'Oedegaard + Soenner'],
  ['Дмитрий Иванов', 'Dmitriy Ivanov'],
  ['Seán O’Neil', "Sean O'Neil"],
  ['Anna  \t Weber ', 'Anna Weber'],
])('%s is paid as %s', (name, written) => {
  expect([payeeName(name, 'iban'), payeeName(name, 'us')]).toEqual([written, written]);
});

test.each([['😀 Bob'], ['x'.repeat(71)], ['\u0000Anna'], ['\uE000'], ['  '], ['123'], ['👍🏽']])(
  '%j can’t be paid, and says so before',
  (name) => {
    expect(payeeName(name, 'iban')).toBe(null);
  },
);

test('a Chinese bank gets a name in its signs', () => {
  expect(payeeName('王小明', 'cn')).toBe('王小明');
  expect(payeeName('王小明😀', 'cn')).toBe(null);
});

test('whatever a name is, what is written is in SEPA’s set and stays as it is, or it isn’t written', () => {
  const account = { kind: 'iban', number: 'DE89370400440532013000', bank: '' } as const;
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (name) => {
      const written = payeeName(name, 'iban');
      if (written === null) return;
      expect(written).toMatch(/^(?!\/)[A-Za-z0-9/\-?:().,'+ ]{1,70}(?<!\/)$/);
      expect(written).not.toContain('//');
      expect(payeeName(written, 'iban')).toBe(written);
      const text = writePain001({
        id: 'B',
        created: '2026-11-26T10:00:00Z',
        executeOn: '2026-11-27',
        currency: 'EUR',
        debtor: { name: 'House', account },
        payments: [{ endToEnd: 'E', amount: 1, name, account, text: 'E' }],
      });
      expect(readPain001(text).payments[0]?.name).toBe(written);
    }),
  );
});
