import { expect, test } from 'vitest';
import { fitted, placesFor } from './fitted.ts';

const column = (...quantities: string[]): readonly string[] =>
  quantities.map((quantity) => fitted(quantity, placesFor(quantities)));

test.each([
  [column('0.01200', '3.40000'), ['0.01200', '3.40000']],
  [column('0.01200', '12.34567'), ['0.0120', '12.3456']],
  [column('0.00012', '1234.56789'), ['<0.01', '1,234.56']],
  [column('0.5', '123456.7'), ['<1', '123,456']],
  [column('1.5', '2345678.0'), ['1.5', '2,345K']],
  [column('12', '345'), ['12', '345']],
  [column(), []],
])('a column of quantities has one number of decimals: %j', (shown, expected) => {
  expect(shown).toEqual(expected);
});
