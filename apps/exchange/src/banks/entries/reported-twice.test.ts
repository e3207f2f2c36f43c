import { writeCamt054 } from '@fft/bank-files';
import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinReports } from '../../../testing/made-up-bank.ts';
import {
  bankEntry,
  houseIban,
  startTestBank,
  statementOf,
  type SentEntry,
  type TestBank,
} from '../../../testing/test-bank.ts';
import type { MoneyCustomer } from '../../../testing/test-money.ts';
import { waitFor } from '../../../testing/wait-for.ts';

let bank: TestBank;
const people: { readonly who: MoneyCustomer; readonly name: string; readonly text: string }[] = [];
/** What the bank owes, in cents. */
let balance = 0;
let days = 0;

beforeAll(async () => {
  bank = await startTestBank();
  for (const name of ['Anna Müller', 'Max Weber']) {
    const who = await bank.money.customer(name.slice(0, 3).toLowerCase());
    await bank.verify(who, name);
    people.push({ who, name, text: await bank.referenceOf(who) });
  }
});
afterAll(() => bank.money.exchange.stop());

/** Each test has a day of its own. */
const nextDay = (): string =>
  new Date(Date.parse('2026-03-01T00:00:00Z') + 86_400_000 * ++days).toISOString().slice(0, 10);
const signed = ({ direction, amount }: SentEntry): number => (direction === 'in' ? amount : -amount);

function statement(day: string, entries: readonly SentEntry[]): string {
  const text = statementOf(entries, { opening: balance, day });
  balance += entries.reduce((sum, entry) => sum + signed(entry), 0);
  return text;
}
const notify = (entries: readonly SentEntry[]): string =>
  writeCamt054({ id: `N${++days}`, account: houseIban, currency: 'EUR', entries }, '2026-03-01T20:00:00Z');

const nobody = { name: null, account: null, text: 'SAMMELBUCHUNG' };
const paidBy = (index: number, amount: number, reference: string | null = null) => ({
  ...bankEntry({ reference, amount, name: people[index]?.name ?? null, text: people[index]?.text ?? '' }),
});
const asPart = ({ name, account, text, endToEnd, isReturn, reason, amount, reference }: SentEntry) => ({
  name,
  account,
  text,
  endToEnd,
  isReturn,
  reason,
  amount,
  reference,
});

const credited = () => Promise.all(people.map(async ({ who }) => Math.round(Number(await bank.euros(who)) * 100)));
/** What each customer gains by an act, in cents. */
async function gained(act: () => Promise<void>): Promise<number[]> {
  const before = await credited();
  await act();
  const after = await credited();
  return after.map((amount, index) => amount - (before[index] ?? 0));
}
const files = async () => (await bank.li.call(consoleCalls.banks.files, {})).items;
const queue = async () => (await bank.li.call(consoleCalls.banks.entries, { state: 'queued', limit: 100 })).items;
const dayLine = async (day: string) =>
  (await bank.li.call(consoleCalls.banks.days, { limit: 100 })).items.find((each) => each.day === day);
const assets = async () =>
  (await bank.li.call(consoleCalls.treasury.balances, {})).assets.find(({ coin }) => coin === 'EUR');

async function decide(id: number, act: 'same' | 'other' | 'ignore'): Promise<void> {
  const { approval } = await bank.li.call(consoleCalls.banks.decideEntry, { id, act, note: 'asked the bank' });
  await bank.agree(approval);
}

test('300.00 in a notification with two payments, and then in the day’s statement, is credited once', async () => {
  const day = nextDay();
  const parts = [asPart(paidBy(0, 10_000, 'T1')), asPart(paidBy(1, 20_000, 'T2'))];
  const entry = bankEntry({ reference: 'NTRY-1', amount: 30_000, booked: day, ...nobody, parts });
  const again = { ...entry, parts: parts.map((part) => ({ ...part, reference: null })).toReversed() };
  expect(
    await gained(async () => {
      await bank.importFile(notify([{ ...entry, reference: null, bookedAt: `${day}T09:30:00Z` }]));
      await bank.importFile(statement(day, [again]));
    }),
  ).toEqual([10_000, 20_000]);
  expect((await files()).slice(0, 2).map(({ added }) => added)).toEqual([0, 1]);
  expect(await dayLine(day)).toMatchObject({ moneyIn: '300.00', ledger: '300.00', problem: null });
  const { entry: shown, parts: lines } = await bank.li.call(consoleCalls.banks.entry, {
    id: await idOf(day),
  });
  expect(shown).toMatchObject({ state: 'split', count: 2, amount: '300.00' });
  expect(lines.map(({ state, amount }) => [state, amount])).toEqual([
    ['credited', '100.00'],
    ['credited', '200.00'],
  ]);
});

/** The id of a day's only entry. */
async function idOf(day: string): Promise<number> {
  const { items } = await bank.li.call(consoleCalls.banks.entries, { from: day, to: day });
  return items[0]?.id ?? 0;
}

test('payments that one report has as entries of their own are the parts of the entry that another one shows', async () => {
  const day = nextDay();
  const single = [paidBy(0, 1_500, 'OLD/1'), paidBy(1, 2_500, 'T-9')].map((entry) => ({ ...entry, booked: day }));
  const parts = single.map((entry) => ({ ...asPart(entry), reference: entry.reference === 'T-9' ? 'T-9' : null }));
  const whole = bankEntry({ reference: 'OLD', amount: 4_000, booked: day, ...nobody, parts });
  expect(
    await gained(async () => {
      await bank.importFile(notify(single));
      await bank.importFile(statement(day, [whole]));
      await bank.importFile(notify([...single].toReversed()));
    }),
  ).toEqual([1_500, 2_500]);
  expect(await dayLine(day)).toMatchObject({ moneyIn: '40.00', ledger: '40.00', problem: null });
  const { entry, parts: lines } = await bank.li.call(consoleCalls.banks.entry, { id: await idOf(day) });
  expect(entry).toMatchObject({ state: 'split', reference: 'OLD' });
  expect(lines.map(({ state }) => state)).toEqual(['credited', 'credited']);
});

test('payments that another report groups without references wait: what is credited in one form isn’t in the other', async () => {
  const day = nextDay();
  const single = [paidBy(0, 1_600), paidBy(1, 2_600)].map((entry) => ({ ...entry, booked: day }));
  const whole = bankEntry({ reference: 'G1', amount: 4_200, booked: day, ...nobody, parts: single.map(asPart) });
  expect(
    await gained(async () => {
      await bank.importFile(notify([whole]));
      await bank.importFile(statement(day, single));
    }),
  ).toEqual([1_600, 2_600]);
  const waiting = await queue();
  expect(waiting.map(({ doubts }) => doubts)).toEqual([['perhapsKnown'], ['perhapsKnown']]);
  for (const { id } of waiting) await decide(id, 'ignore');
});

test('a statement with one line and a notification with the details are one entry: the reserves are the bank’s balance', async () => {
  const day = nextDay();
  const [before, owed] = [balance, Number((await assets())?.owed)];
  const parts = [asPart(paidBy(0, 20_000, 'T3')), asPart(paidBy(1, 40_000, 'T4'))];
  const line = bankEntry({ reference: 'NTRY-2', amount: 60_000, booked: day, ...nobody });
  expect(
    await gained(async () => {
      await bank.importFile(statement(day, [line]));
      expect((await queue()).map(({ amount, doubts }) => [amount, doubts])).toEqual([['600.00', ['noReference']]]);
      await bank.importFile(notify([{ ...line, reference: null, parts }]));
    }),
  ).toEqual([20_000, 40_000]);
  expect(await queue()).toEqual([]);
  const now = await assets();
  expect(now?.held).toBe(((before + 60_000) / 100).toFixed(2));
  expect(Number(now?.owed) - owed).toBe(600);
  expect(await dayLine(day)).toMatchObject({ problem: null, other: '0.00' });
});

test('the moment of booking is a day of the account’s time zone', async () => {
  const day = nextDay();
  const moment = { ...paidBy(0, 1_100), booked: day, bookedAt: `${day}T00:30:00+02:00` };
  const account = await bank.li.call(consoleCalls.banks.accounts, {});
  expect(account[0]?.timeZone).toBe('UTC');
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  expect(
    await gained(async () => {
      await bank.importFile(notify([moment]));
      await bank.importFile(statement(day, [{ ...paidBy(0, 1_100), booked: before }]));
    }),
  ).toEqual([1_100, 0]);
});

test('two real payments that differ in nothing are two, in one statement, in one that grows, and in pieces', async () => {
  const day = nextDay();
  const equal = { ...paidBy(1, 700), booked: day };
  const opening = balance;
  const first = statementOf([equal], { opening, day });
  const grown = statementOf([equal, equal], { opening, day });
  const piece = statementOf([equal], { opening: opening + 1_400, day });
  balance += 2_100;
  expect(
    await gained(async () => {
      for (const text of [first, grown, `${first}\n`, piece]) await bank.importFile(text);
    }),
  ).toEqual([0, 2_100]);
  expect(await dayLine(day)).toMatchObject({ moneyIn: '21.00', closing: (balance / 100).toFixed(2), problem: null });
});

describe('another reference in the statement than in the notification:', () => {
  async function reported(amount: number): Promise<{ day: string; id: number }> {
    const day = nextDay();
    await bank.importFile(notify([{ ...paidBy(0, amount, `N-${amount}`), booked: day }]));
    await bank.importFile(statement(day, [{ ...paidBy(0, amount, `S-${amount}`), booked: day }]));
    const waiting = (await queue()).filter(({ doubts }) => doubts.includes('perhapsKnown'));
    expect(waiting).toMatchObject([{ amount: (amount / 100).toFixed(2), twin: expect.any(Number) as number }]);
    return { day, id: waiting[0]?.id ?? 0 };
  }

  test('it waits, and counts once where operators find that it is the same', async () => {
    const held = balance + 4_000;
    let day = '';
    expect(
      await gained(async () => {
        const found = await reported(4_000);
        ({ day } = found);
        expect(await dayLine(day)).toMatchObject({
          problem: expect.stringMatching(/^notified, and not on the statement: bank entry \d+$/) as string,
        });
        expect((await assets())?.held).toBe((held / 100).toFixed(2));
        const match = { id: found.id, act: 'match', customer: Number(people[0]?.who.id), note: 'x' } as const;
        await expect(bank.li.call(consoleCalls.banks.decideEntry, match)).rejects.toMatchObject({
          code: Code.conflict,
        });
        await decide(found.id, 'same');
      }),
    ).toEqual([4_000, 0]);
    expect(await queue()).toEqual([]);
    expect(await dayLine(day)).toMatchObject({ problem: null, ledger: '40.00' });
    // The exchange knows the entry under either reference.
    await bank.importFile(notify([{ ...paidBy(0, 4_000, 'S-4000'), booked: day }]));
    expect((await files())[0]).toMatchObject({ added: 0 });
  });

  test('it is credited where operators find that it is another one', async () => {
    let first = 0;
    expect(
      await gained(async () => {
        const { id, day } = await reported(5_000);
        first = id;
        await decide(id, 'other');
        // Only now the bank's statement shows the notified entry too.
        await bank.importFile(statement(day, [{ ...paidBy(0, 5_000, 'N-5000'), booked: day }]));
        expect(await dayLine(day)).toMatchObject({ problem: null, moneyIn: '100.00' });
      }),
    ).toEqual([10_000, 0]);
    expect((await bank.li.call(consoleCalls.banks.entry, { id: first })).entry).toMatchObject({
      state: 'credited',
      twin: null,
    });
  });
});

test('the same reference with another amount is a contradiction, which waits whole', async () => {
  const day = nextDay();
  expect(
    await gained(async () => {
      await bank.importFile(notify([{ ...paidBy(1, 8_000, 'C1'), booked: day }]));
      await bank.importFile(statement(day, [{ ...paidBy(1, 8_800, 'C1'), booked: day }]));
    }),
  ).toEqual([0, 8_000]);
  const [waiting] = await queue();
  expect(waiting).toMatchObject({ amount: '88.00', doubts: ['contradiction'] });
  // Another amount can't be the same booking.
  const same = { id: waiting?.id ?? 0, act: 'same', note: 'x' } as const;
  await expect(bank.li.call(consoleCalls.banks.decideEntry, same)).rejects.toMatchObject({ code: Code.conflict });
  await decide(waiting?.id ?? 0, 'ignore');
});

test('an entry that only a notification knows is no reserve, and an alarm once its day’s statement came without it', async () => {
  const day = nextDay();
  const held = (balance / 100).toFixed(2);
  await bank.importFile(notify([{ ...paidBy(0, 9_000), booked: day }]));
  expect((await assets())?.held).toBe(held);
  await bank.importFile(statement(day, []));
  expect((await assets())?.held).toBe(held);
  expect(await dayLine(day)).toMatchObject({
    problem: expect.stringMatching(/^notified, and not on the statement: bank entry \d+$/) as string,
  });
  bank.money.exchange.wake('admin.sample');
  await waitFor(async () => {
    const { alarms } = await bank.li.call(consoleCalls.dashboard.read, {});
    expect(alarms.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['bankBreak', 'solvency']));
  });
  // The next day's statement shows the entry.
  await bank.importFile(statement(nextDay(), [{ ...paidBy(0, 9_000), booked: day }]));
  expect(await dayLine(day)).toMatchObject({ problem: null });
});

test('an unusual batch waits whole, and the rest of its file is taken over', async () => {
  const day = nextDay();
  const parts = [asPart(paidBy(0, 1_000)), { ...asPart(paidBy(1, 1_000)), amount: null }];
  const unusual = bankEntry({ reference: 'U1', amount: 2_000, booked: day, ...nobody, parts });
  expect(
    await gained(() => bank.importFile(statement(day, [unusual, { ...paidBy(0, 1_300, 'U2'), booked: day }]))),
  ).toEqual([1_300, 0]);
  const [waiting] = await queue();
  expect(waiting).toMatchObject({ reference: 'U1', doubts: ['unusual'], unusual: 'noAmounts', count: 2 });
  const { parts: lines } = await bank.li.call(consoleCalls.banks.entry, { id: waiting?.id ?? 0 });
  expect(lines).toMatchObject([
    { amount: '10.00', entry: null, name: 'Anna Müller' },
    { amount: null, entry: null },
  ]);
  await decide(waiting?.id ?? 0, 'ignore');
});

test('a file of several accounts is taken over as far as it is right, and says what it leaves out', async () => {
  const day = nextDay();
  const good = statement(day, [{ ...paidBy(1, 600, 'F1'), booked: day }]);
  const wrong = statementOf([{ ...paidBy(1, 900, 'F2'), booked: day }], { opening: balance, day }).replace(
    '>9.00<',
    '>9,00<',
  );
  const foreign = statementOf([], { account: 'DE02120300000000202051', day, opening: 0 });
  expect(await gained(() => bank.importFile(joinReports([good, wrong, foreign])))).toEqual([0, 600]);
  expect((await files())[0]?.statements).toMatchObject([
    { kind: 'read', number: houseIban, problem: null },
    { kind: 'refused', number: houseIban, problem: { zh: '金额格式错误', en: 'this is not an amount' } },
    { kind: 'unknown', number: 'DE02120300000000202051', problem: null },
  ]);
});

describe('the database lets no more be taken from an entry than its amount:', () => {
  const rows = () => bank.money.exchange.database.db.updateTable('bank_entries');
  const violation = { code: '23514' };
  async function split(): Promise<{ readonly id: number; readonly parts: readonly number[] }> {
    const day = nextDay();
    const parts = [asPart(paidBy(0, 100)), asPart(paidBy(1, 200))].map((part) => ({
      ...part,
      text: 'unknown',
      name: null,
    }));
    await bank.importFile(
      statement(day, [bankEntry({ reference: `D-${day}`, amount: 300, booked: day, ...nobody, parts })]),
    );
    const id = await idOf(day);
    const { parts: lines } = await bank.li.call(consoleCalls.banks.entry, { id });
    return { id, parts: lines.map(({ entry }) => entry ?? 0) };
  }

  test('not what was credited a second time', async () => {
    const { parts } = await split();
    const [part = 0] = parts;
    const move = (state: 'credited' | 'queued' | 'returning') => rows().set({ state }).where('id', '=', part).execute();
    await move('credited');
    await move('queued');
    await expect(move('returning')).rejects.toMatchObject(violation);
    await expect(move('credited')).rejects.toMatchObject(violation);
  });

  test('not an entry and its parts', async () => {
    const { id, parts } = await split();
    await rows().set({ state: 'matched' }).where('id', '=', id).execute();
    await expect(
      rows()
        .set({ state: 'matched' })
        .where('id', '=', parts[0] ?? 0)
        .execute(),
    ).rejects.toMatchObject(violation);
  });

  test('not by two processes at once', async () => {
    const { id, parts } = await split();
    // A part with too large an amount, as a fault or a thief would write it.
    const { db } = bank.money.exchange.database;
    await rows()
      .set({ amount: 250 })
      .where('id', '=', parts[0] ?? 0)
      .execute();
    const results = await Promise.allSettled(
      parts.map((part) =>
        db.transaction().execute(async (transaction) => {
          await transaction.updateTable('bank_entries').set({ state: 'matched' }).where('id', '=', part).execute();
        }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { taken } = await db
      .selectFrom('bank_entries')
      .select('taken')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([200, 250]).toContain(taken);
  });
});

test('a part whose entry was changed in the database is noticed', async () => {
  const day = nextDay();
  const parts = [asPart(paidBy(0, 100)), asPart(paidBy(1, 200))];
  await bank.importFile(statement(day, [bankEntry({ reference: 'M1', amount: 300, booked: day, ...nobody, parts })]));
  const id = await idOf(day);
  const change = (text: string) =>
    bank.money.exchange.database.db.updateTable('bank_entries').set({ parts: text }).where('id', '=', id).execute();
  const { parts: known } = await bank.money.exchange.database.db
    .selectFrom('bank_entries')
    .select('parts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await change(JSON.stringify((known ?? []).map((part) => ({ ...part, name: 'Eve Adams' }))));
  bank.money.exchange.wake('banks.reconcile');
  await waitFor(async () => expect(await dayLine(day)).toMatchObject({ problem: `altered: bank entry ${id}` }));
  await change(JSON.stringify(known));
  bank.money.exchange.wake('banks.reconcile');
  await waitFor(async () => expect(await dayLine(day)).toMatchObject({ problem: null }));
});
