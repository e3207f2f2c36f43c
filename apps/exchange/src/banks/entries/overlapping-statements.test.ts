import { writeCamt054 } from '@fft/bank-files';
import { consoleCalls } from '@fft/console-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankEntry, houseIban, startTestBank, statementOf, type TestBank } from '../../../testing/test-bank.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await startTestBank();
});
afterAll(() => bank.money.exchange.stop());

const queue = async () => (await bank.li.call(consoleCalls.banks.entries, { state: 'queued', limit: 100 })).items;

test('two equal entries of overlapping statements are two once one statement shows both, whatever else waits', async () => {
  const who = await bank.money.customer('anna');
  await bank.verify(who, 'Anna Müller');
  const text = await bank.referenceOf(who);
  const day = '2026-03-02';
  const paid = (reference: string) => bankEntry({ reference, amount: 3_100, booked: day, name: 'Anna Müller', text });
  const back = bankEntry({ reference: 'S3', direction: 'out', amount: 3_100, booked: day, name: null, text: 'x' });
  const opening = 0;
  await bank.importFile(statementOf([paid('S2')], { opening, day }));
  // The first statement of the day changes no balance, so the second one opens at the same balance.
  await bank.importFile(statementOf([paid('S1'), back], { opening, day }));
  // The notification has other references, so its entries may be the known ones.
  const entries = [paid('N1'), paid('N2')];
  await bank.importFile(writeCamt054({ id: 'N', account: houseIban, currency: 'EUR', entries }, `${day}T20:00:00Z`));
  expect((await queue()).filter(({ doubts }) => doubts.includes('perhapsKnown'))).toHaveLength(3);
  await bank.importFile(statementOf([paid('S1'), back, paid('S2')], { opening, day }));
  expect(await bank.euros(who)).toBe('62.000000');
  const waiting = await queue();
  expect(waiting.map(({ reference, doubts }) => `${reference} ${doubts.join()}`).toSorted()).toEqual([
    'N1 perhapsKnown',
    'N2 perhapsKnown',
    'S3 outgoing',
  ]);
  for (const { id, reference } of waiting) {
    const act = reference === 'S3' ? 'ignore' : 'same';
    const { approval } = await bank.li.call(consoleCalls.banks.decideEntry, { id, act, note: 'asked the bank' });
    await bank.agree(approval);
  }
  expect(await queue()).toEqual([]);
  expect(await bank.euros(who)).toBe('62.000000');
});
