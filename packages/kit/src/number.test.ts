import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { directionOf, formatAmount, formatChange, formatCompact, formatFiat, formatRate, missing } from './number.ts';

describe('formatAmount', () => {
  test.each([
    ['12480.3699', 2, '12,480.36'],
    ['0.99999999', 4, '0.9999'],
    ['5', 2, '5.00'],
    ['-1.5', 2, '−1.50'],
    ['-0.001', 2, '0.00'],
    ['123456789012345678.123456789012345678', 18, '123,456,789,012,345,678.123456789012345678'],
  ])('%s in %i places is %s', (value, places, text) => {
    expect(formatAmount(value, places)).toBe(text);
  });

  test('keeps the server’s places by default', () => {
    expect(formatAmount('97412.50')).toBe('97,412.50');
  });

  test.each([null, undefined, '', 'NaN', '1e5'])('%s is missing', (value) => {
    expect(formatAmount(value, 2)).toBe(missing);
  });

  test('never exceeds the amount', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 24n });
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 8 }), (amount, places) => {
        const text = `${amount / 10n ** 8n}.${(amount % 10n ** 8n).toString().padStart(8, '0')}`;
        const [whole = '', fraction = ''] = formatAmount(text, places).replaceAll(',', '').split('.');
        const shown = BigInt(whole + fraction.padEnd(8, '0'));
        expect(shown <= amount).toBe(true);
        expect(amount - shown < 10n ** BigInt(8 - places)).toBe(true);
      }),
    );
  });
});

describe('formatChange', () => {
  test.each([
    ['0.0236', '+2.36%', 'up'],
    ['-0.0127', '−1.27%', 'down'],
    ['0', '0.00%', 'none'],
    ['0.00004', '0.00%', 'none'],
    ['-0.00004', '0.00%', 'none'],
    ['0.00005', '+0.01%', 'up'],
    ['12.3', '+1,230.00%', 'up'],
    [null, missing, 'none'],
  ])('%s is %s, %s', (change, text, direction) => {
    expect(formatChange(change)).toBe(text);
    expect(directionOf(change)).toBe(direction);
  });
});

test.each([
  ['0.001', '0.10%'],
  ['0.00075', '0.075%'],
  ['0', '0.00%'],
])('a rate of %s is %s', (fraction, text) => {
  expect(formatRate(fraction)).toBe(text);
});

test('output equals Intl.NumberFormat’s', () => {
  const byBrowser = (value: string, least: number, most: number, roundingMode: 'trunc' | 'halfExpand'): string =>
    new Intl.NumberFormat('en', {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      roundingMode,
      signDisplay: 'negative',
    })
      .format(value as `${number}`)
      .replace('-', '−');
  const sign = fc.constantFrom('', '-');
  const whole = fc.stringMatching(/^\d{1,22}$/);
  const fraction = fc.stringMatching(/^[0459]{3,20}$|^\d{3,20}$/);
  fc.assert(
    fc.property(sign, whole, fraction, fc.integer({ min: 0, max: 18 }), (minus, digits, places, shown) => {
      const value = `${minus}${digits}.${places}`;
      const hundredfold = `${minus}${digits}${places.slice(0, 2)}.${places.slice(2)}`;
      expect(formatAmount(value, shown)).toBe(byBrowser(value, shown, shown, 'trunc'));
      expect(formatRate(value)).toBe(`${byBrowser(hundredfold, 2, 4, 'halfExpand')}%`);
    }),
  );
});

describe('formatCompact', () => {
  test.each([
    ['486300000.99', '4.86亿', '486.30M'],
    ['25350000', '2,535万', '25.35M'],
    ['1820000000', '18.20亿', '1.82B'],
    ['9999.999', '9,999.99', '9.99K'],
    ['950.5', '950.50', '950.50'],
    ['3200000000000', '3.20万亿', '3.20T'],
  ])('%s is %s and %s', (value, zh, en) => {
    expect(formatCompact(value, 'zh')).toBe(zh);
    expect(formatCompact(value, 'en')).toBe(en);
  });
});

describe('formatFiat', () => {
  test.each([
    ['619808.7499', 'CNY', '¥619,808.74'],
    ['-3.5', 'USD', '−$3.50'],
    ['0.0138271', 'USD', '$0.01382'],
    ['0.5', 'EUR', '€0.5000'],
    ['0', 'USD', '$0.00'],
    ['7', 'CHF', 'CHF 7.00'],
    [null, 'USD', missing],
  ])('%s %s is %s', (value, unit, text) => {
    expect(formatFiat(value, unit)).toBe(text);
  });
});
