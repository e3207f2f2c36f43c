import type { Act } from '@fft/console-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agreement } from '../../authority/agreement.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createRateBook, type RateBook, readRates } from './rates.ts';

let database: TestDatabase;
let rateBook: RateBook;
const isListedCoin = () => false;
const rates = () => readRates({ db: database.db, isListedCoin });

beforeAll(async () => {
  database = await createTestDatabase();
  rateBook = createRateBook({ db: database.db, isListedCoin, now: () => 1_000_000 });
  await rates();
});
afterAll(() => database.close());

const far = { unit: 'CNY', perUsdt: '71.2' };
const agree = (act: Act, target: string, input = far) =>
  Agreement.reach({ act, target, input, first: 'olga', second: 'oleg' });

test('the book sets a rate far from the last one by an agreement about this rate, and by nothing less', async () => {
  expect(await rateBook.set(far, { operator: 'oleg' })).toEqual({ ...far, before: '7.12' });
  for (const agreement of [agree('rate', 'rate USD'), agree('token', 'rate CNY')])
    await expect(rateBook.set(far, { operator: 'oleg', agreement })).rejects.toThrow('not to rate of rate CNY');
  const less = agree('rate', 'rate CNY', { ...far, perUsdt: '7.2' });
  const wrong = rateBook.set(far, { operator: 'oleg', agreement: less });
  await expect(wrong).rejects.toThrow('agreed to another perUsdt of rate CNY');
  expect(await rates()).toMatchObject({ CNY: '7.12' });
  expect(await rateBook.set(far, { operator: 'oleg', agreement: agree('rate', 'rate CNY') })).toBeNull();
  expect(await rates()).toMatchObject({ CNY: '71.2' });
});

test('the book refuses what can be no rate, and keeps what the app needs', async () => {
  const by = { operator: 'oleg' };
  await expect(rateBook.set({ unit: 'XAU', perUsdt: '1' }, by)).rejects.toMatchObject({ name: 'rateOfCoin' });
  await expect(rateBook.set({ unit: 'CNY', perUsdt: '0' }, by)).rejects.toMatchObject({ name: 'rateMalformed' });
  await expect(rateBook.remove('USD', 'oleg')).rejects.toMatchObject({ name: 'rateNeeded' });
});
