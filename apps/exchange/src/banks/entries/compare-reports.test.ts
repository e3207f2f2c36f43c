import { expect, test } from 'vitest';
import { compareReports, mergeDetails, pairParts } from './compare-reports.ts';

const said = (end_to_end: string | null) => ({
  name: 'Anna Müller',
  number: null,
  body: 'rent',
  end_to_end,
  is_return: false,
  reason: null,
  parts: null,
  unusual: null,
});
const whole = 'PAYOUT-7-KX7M4TRAQ9';

test.each([
  ['as much of it as MT940 has room for', whole.slice(0, 16), 'agree'],
  ['less of it', whole.slice(0, 15), 'contradict'],
  ['another one as long', 'PAYOUT-7-KX7M4TZ', 'contradict'],
  ['none', null, 'agree'],
] as const)('a payment’s name in one report, and %s in another', (_case, short, comparison) => {
  expect(compareReports(said(whole), said(short))).toBe(comparison);
  expect(compareReports(said(short), said(whole))).toBe(comparison);
});

test('both reports together have the whole name', () => {
  const short = said(whole.slice(0, 16));
  expect([mergeDetails(short, said(whole)), mergeDetails(said(whole), short)].map((each) => each.end_to_end)).toEqual([
    whole,
    whole,
  ]);
});

test('the text beside the bank’s own fields stays, as the entry acts by them', () => {
  const name = 'PAYOUT-2-EPFCTGX9CW';
  const text = { ...said(null), name: null, body: `invoice EREF+${name}` };
  const fields = { ...said(name), body: name };
  expect([mergeDetails(text, fields), mergeDetails(fields, text)].map(({ body }) => body)).toEqual([name, name]);
  expect(mergeDetails(text, { ...fields, body: 'rent', end_to_end: null }).body).toBe(text.body);
});

test('parts are paired as long as some pairs make all of them the same payments', () => {
  const part = (change: object) => ({ ...said(null), amount: 100, reference: null, name: null, body: '', ...change });
  const known = [part({}), part({ is_return: true })];
  const other = [part({ name: 'Eve', is_return: true }), part({ name: 'Anna' })];
  expect(pairParts(known, other)).toEqual([1, 0]);
  expect(pairParts(known, [part({ name: 'Eve', is_return: true }), part({ name: 'Eve', is_return: true })])).toEqual([
    1, 0,
  ]);
  expect(pairParts(known, [part({ name: 'Eve' }), part({ name: 'Anna' })])).toBeNull();
});
