import { describe, expect, test } from 'vitest';
import { readSignedPayload } from './signed-payload.ts';

const now = 1_700_000_000_000;
const read = (rawQuery: string, rawBody = '') => readSignedPayload({ rawQuery, rawBody }, now);
const time = `timestamp=${now}`;

describe('the signed text', () => {
  test.each<[string, string, string, string]>([
    ['a query', `a=1&${time}&signature=s`, '', `a=1&${time}`],
    ['a body', '', `a=1&${time}&signature=s`, `a=1&${time}`],
    ['query and body, without a separator', `a=1&${time}`, 'b=2&signature=s', `a=1&${time}b=2`],
    ['a query with the signature first', `signature=s&a=1&${time}`, '', `a=1&${time}`],
    ['a query with the signature in the middle', `a=1&signature=s&${time}`, '', `a=1&${time}`],
    ['a body of the signature alone', `a=1&${time}`, 'signature=s', `a=1&${time}`],
    ['text that is not encoded, as sent', `name=a b/漢&${time}&signature=s`, '', `name=a b/漢&${time}`],
    ['text that is encoded, as sent', `name=%E6%BC%A2&${time}&signature=s`, '', `name=%E6%BC%A2&${time}`],
    ['a JSON body whole', `${time}&signature=s`, '{"a":"&signature=x"}', `${time}{"a":"&signature=x"}`],
    [
      'parameters with similar names',
      `xsignature=1&signatures=2&${time}&signature=s`,
      '',
      `xsignature=1&signatures=2&${time}`,
    ],
  ])('is %s', (_what, query, body, payload) => {
    expect(read(query, body)).toEqual({ payload, signature: 's' });
  });
});

test.each<[string, string, string]>([
  ['two signatures', `${time}&signature=a&signature=b`, 'parameterRepeated'],
  ['two timestamps', `${time}&${time}&signature=a`, 'parameterRepeated'],
  ['two windows', `recvWindow=1&recvWindow=2&${time}&signature=a`, 'parameterRepeated'],
  ['no signature', time, 'signatureMissing'],
  ['an empty signature', `${time}&signature=`, 'signatureMissing'],
  ['a signature of an encoded name', `${time}&%73ignature=a`, 'signatureMissing'],
  ['no timestamp', 'signature=a', 'timestampMissing'],
  ['a timestamp that is no number', 'timestamp=1e3&signature=a', 'timestampMissing'],
  ['a negative timestamp', 'timestamp=-1&signature=a', 'timestampMissing'],
  ['a window of 0', `recvWindow=0&${time}&signature=a`, 'recvWindowInvalid'],
  ['a window above a minute', `recvWindow=60001&${time}&signature=a`, 'recvWindowInvalid'],
  ['a window that is no number', `recvWindow=NaN&${time}&signature=a`, 'recvWindowInvalid'],
  ['a timestamp older than the window', `timestamp=${now - 5001}&signature=a`, 'timestampOutside'],
  ['a timestamp a second ahead', `timestamp=${now + 1000}&signature=a`, 'timestampOutside'],
  ['microseconds outside of the window', `timestamp=${(now - 5001) * 1000}&signature=a`, 'timestampOutside'],
])('refuses %s', (_what, query, reason) => {
  expect(read(query)).toBe(reason);
  expect(read('', query)).toBe(reason);
});

test('refuses a parameter that is repeated in query and body', () => {
  expect(read(`${time}&signature=a`, 'signature=a')).toBe('parameterRepeated');
  expect(read(`${time}&signature=a`, time)).toBe('parameterRepeated');
});

test.each<[string, string]>([
  ['at the end of the window', `timestamp=${now - 5000}`],
  ['just less than a second ahead', `timestamp=${now + 999}`],
  ['in microseconds', `timestamp=${now}123`],
  ['within a wider window', `timestamp=${now - 59_000}&recvWindow=60000`],
  ['within a window of fractions', `timestamp=${now}&recvWindow=0.5`],
])('accepts a timestamp %s', (_what, query) => {
  expect(read(`${query}&signature=a`)).toMatchObject({ signature: 'a' });
});
