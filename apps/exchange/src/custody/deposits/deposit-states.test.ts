import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { type DepositState, depositStates } from './deposit-states.ts';
import { type DepositRow, moveDeposit, type NewDeposit, recordDeposit, unwindDeposits } from './deposits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Every allowed move. Of the states that follow one, the test names all: any other is refused. */
const allowed: Readonly<Record<DepositState, readonly DepositState[]>> = {
  seen: ['crediting', 'credited', 'orphaned', 'reversed'],
  small: ['seen'],
  crediting: ['seen', 'credited', 'inDoubt'],
  credited: ['lost'],
  orphaned: ['seen', 'small'],
  inDoubt: ['orphaned', 'lost', 'backInDoubt', 'reversed'],
  lost: ['found', 'reversed'],
  backInDoubt: ['seen', 'inDoubt', 'found'],
  found: ['seen', 'credited', 'lost'],
  reversed: ['seen'],
};

const pairs = depositStates.flatMap((from) =>
  depositStates.filter((to) => to !== from).map((to) => ({ from, to, isAllowed: allowed[from].includes(to) })),
);

let transactions = 0;
const newDeposit = (): NewDeposit => ({
  chain: 'ETH',
  txid: `0x${(transactions += 1)}`,
  position: 0,
  customer: 1000,
  address: '0xa',
  coin: 'ETH',
  asset: 1,
  amount: 10,
  height: 5,
  block_hash: 'b5',
  state: 'seen',
  time: 1,
  updated: 1,
});

/** Number of reversals that a deposit in this state may have. */
const reversalsIn = (state: DepositState): number => (state === 'reversed' ? 1 : 0);

async function depositIn(state: DepositState, reversals = reversalsIn(state)): Promise<DepositRow> {
  return database.db
    .insertInto('chain_deposits')
    .values({ ...newDeposit(), state, reversals })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const stateOf = async ({ id }: Pick<DepositRow, 'id'>): Promise<DepositState> =>
  (await database.db.selectFrom('chain_deposits').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

describe.each(pairs)('a deposit that is $from and would become $to', ({ from, to, isAllowed }) => {
  test(`the database ${isAllowed ? 'lets it' : 'refuses it'}, whoever writes`, async () => {
    const row = await depositIn(from);
    const written = database.pool.query('update chain_deposits set state = $1, reversals = $2 where id = $3', [
      to,
      reversalsIn(to),
      row.id,
    ]);
    if (isAllowed) await written;
    else await expect(written).rejects.toThrow(`a deposit that is ${from} cannot become ${to}`);
    expect(await stateOf(row)).toBe(isAllowed ? to : from);
  });

  test(`custody ${isAllowed ? 'moves it' : 'does not even ask'}`, async () => {
    const row = await depositIn(from);
    const moved = moveDeposit(database.db, row, { to, time: 2 }, { reversals: reversalsIn(to) });
    if (isAllowed) expect(await moved).toBe(true);
    else await expect(moved).rejects.toThrow(`a deposit that is ${from} cannot become ${to}`);
    expect(await stateOf(row)).toBe(isAllowed ? to : from);
  });
});

test('a deposit that has left the state in which it was read stays where it is', async () => {
  const row = await depositIn('seen');
  expect(await moveDeposit(database.db, row, { to: 'crediting', time: 2 })).toBe(true);
  expect(await moveDeposit(database.db, row, { to: 'orphaned', time: 3 })).toBe(false);
  expect(await stateOf(row)).toBe('crediting');
});

test.each([
  ['a state that nobody knows', { state: 'paid' }, 'deposit_state_known'],
  [
    'a reversal of a deposit that counts as never credited',
    { state: 'orphaned', reversals: 1 },
    'deposit_reversals_match',
  ],
  ['a reversed deposit without a reversal', { state: 'reversed', reversals: 0 }, 'deposit_reversals_match'],
  ['a credited deposit that is held', { state: 'credited', held: 1 }, 'deposit_held_matches'],
  ['a negative hold', { state: 'lost', held: -1 }, 'deposit_held_matches'],
])('the database refuses %s', async (_name, fields, constraint) => {
  const row = { ...newDeposit(), ...fields };
  const names = Object.keys(row);
  const places = names.map((_column, index) => `$${index + 1}`);
  const inserted = database.pool.query(
    `insert into chain_deposits (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
  await expect(inserted).rejects.toThrow(constraint);
});

test.each<[from: DepositState, reversals: number, to: DepositState]>([
  ['seen', 0, 'orphaned'],
  ['seen', 1, 'reversed'],
  ['small', 0, 'small'],
  ['crediting', 0, 'inDoubt'],
  ['credited', 0, 'lost'],
  ['orphaned', 0, 'orphaned'],
  ['inDoubt', 0, 'inDoubt'],
  ['lost', 0, 'lost'],
  ['backInDoubt', 0, 'inDoubt'],
  ['found', 0, 'lost'],
  ['reversed', 1, 'reversed'],
])('where its block is gone, a deposit that is %s after %i reversals becomes %s', async (from, reversals, to) => {
  const row = await depositIn(from, reversals);
  const unwind = (height: number): Promise<void> =>
    database.db.transaction().execute((transaction) => unwindDeposits(transaction, { chain: 'ETH', height, time: 2 }));
  await unwind(row.height);
  expect(await stateOf(row)).toBe(from);
  await unwind(row.height - 1);
  expect(await stateOf(row)).toBe(to);
});

test.each<[from: DepositState, to: DepositState, counts: 'before' | 'now']>([
  ['seen', 'seen', 'before'],
  ['small', 'seen', 'now'],
  ['crediting', 'crediting', 'before'],
  ['credited', 'credited', 'before'],
  ['orphaned', 'seen', 'now'],
  ['inDoubt', 'backInDoubt', 'before'],
  ['lost', 'found', 'before'],
  ['backInDoubt', 'backInDoubt', 'before'],
  ['found', 'found', 'before'],
  ['reversed', 'seen', 'before'],
])('where another block has it, a deposit that is %s becomes %s, as it was %s', async (from, to, counts) => {
  const { id: _id, ...row } = await depositIn(from);
  const again: NewDeposit = { ...row, state: 'seen', amount: 7, height: 6, block_hash: 'b6', updated: 2 };
  await database.db.transaction().execute((transaction) => recordDeposit(transaction, again));
  const found = await database.db.selectFrom('chain_deposits').selectAll().where('txid', '=', row.txid).execute();
  expect(found).toMatchObject([{ state: to, block_hash: 'b6', amount: counts === 'now' ? 7 : 10 }]);
});
