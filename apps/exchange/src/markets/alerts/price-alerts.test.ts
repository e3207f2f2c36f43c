import { createEngine } from '@fft/engine';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInbox } from '../../content/inbox.ts';
import { openDatabase } from '../../database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { Directory } from '../../ledger/listings/directory.ts';
import { marketRulesOf } from '../../ledger/listings/market-rules.ts';
import { assetSeeds, marketSeeds } from '../../ledger/listings/seeds.ts';
import { MarketBoard } from '../tickers/market-board.ts';
import { EngineHost } from '../../ledger/replica/engine-host.ts';
import { MemoryJournal, MemoryStorage } from '@fft/journal';
import { rowsRead } from '../../../testing/rows-read.ts';
import { PriceAlerts } from './price-alerts.ts';

const customer = 1000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function startAlerts(db = database.db): PriceAlerts {
  const { engine } = new EngineHost(new MemoryJournal({ storage: new MemoryStorage() }), createEngine);
  for (const { code, decimals } of assetSeeds) engine.apply({ type: 'openAsset', time: 1, asset: { code, decimals } });
  const [seed] = marketSeeds;
  if (seed) engine.apply({ type: 'openMarket', time: 1, market: marketRulesOf(seed, engine.assets) });
  return new PriceAlerts({
    db,
    directory: new Directory(engine),
    board: new MarketBoard(),
    log: pino({ level: 'silent' }),
    now: () => 50,
    inbox: createInbox(() => 50),
    notify: () => undefined,
    publish: () => undefined,
  });
}

test('alerts that fired and were not saved before a kill fire at the next start, with the first trade that reached them', async () => {
  await database.pool.query(
    "insert into customers (id, email, password_hash, lang, up_color, created) overriding system value values ($1, 'a@b.example', '', 'en', 'green', 0)",
    [customer],
  );
  const waiting = { customer, market: 0, time: 10, after_trade: 2, fired_time: null, fired_ticks: null };
  await database.db
    .insertInto('price_alerts')
    .values([
      { ...waiting, id: 'up', direction: 'up', price_ticks: 105 },
      { ...waiting, id: 'down', direction: 'down', price_ticks: 95 },
      { ...waiting, id: 'far', direction: 'up', price_ticks: 200 },
    ])
    .execute();
  for (const [index, ticks] of [300, 50, 104, 106, 107, 95].entries()) {
    await database.pool.query(
      "insert into fills values (0, $1, $2, 'buy', $3, 1, 1, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0)",
      // The first two trades came before the alerts were created.
      [index + 1, (index + 1) * 10, ticks],
    );
  }
  for (let start = 0; start < 2; start++) {
    const alerts = startAlerts();
    await alerts.open();
    const fired = (await alerts.list(customer)).map(({ id, fired }) => [id, fired]);
    expect(Object.fromEntries(fired)).toEqual({
      up: { time: 40, price: '10.6' },
      down: { time: 60, price: '9.5' },
      far: null,
    });
  }
  const messages = await database.db.selectFrom('messages').select(['customer', 'title_en', 'title_zh']).execute();
  expect(messages.map((message) => message.title_en).toSorted()).toEqual([
    'Price alert: BTC/USDT fell to 9.5',
    'Price alert: BTC/USDT rose to 10.5',
  ]);
});

test('an alert that another process made costs one row, however many there are', async () => {
  await database.pool.query(`
    insert into price_alerts (id, customer, market, direction, price_ticks, time, after_trade)
    select 'many-' || number, ${customer}, 0, 'up', 1000 + number, 10, 100 from generate_series(1, 5000) as number`);
  const single = openDatabase(database.url, { maxConnections: 1 });
  const alerts = startAlerts(single.db);
  await alerts.open();
  const before = await rowsRead(single.pool, 'price_alerts');
  const made = ['many-7', 'many-8', 'many-9'];
  for (const id of made) alerts.handleEvent({ kind: 'alertMade', id });
  await alerts.settled();
  expect((await rowsRead(single.pool, 'price_alerts')) - before).toBe(made.length);
  await single.close();
});
