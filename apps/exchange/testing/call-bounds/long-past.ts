import type { Pool } from 'pg';

export interface LongPast {
  readonly customer: number;
  readonly now: number;
  /** Rows of each kind of the customer's own, over a year. */
  readonly rows: number;
}

const yearMs = 365 * 86_400_000;
/** Stored candles and their lengths in minutes; a month counts as thirty days. */
const candles = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '4h': 240,
  '1d': 1_440,
  '1w': 10_080,
  '1M': 43_200,
};

/** Gives one customer a year of everything that a customer can gather, and their market a year of trades. The rows bypass the journal: they serve reads, and their sums are wrong. */
export async function writeLongPast(pool: Pool, past: LongPast): Promise<void> {
  for (const statement of [...ofTrading(past), ...ofMoney(past), ...ofAccount(past), ...ofMarket(past)]) {
    await pool.query(statement);
  }
  await pool.query('vacuum analyze');
}

const series = (count: number): string => `generate_series(1::bigint, ${count}) as n`;
const side = (one: string, other: string): string => `case when n % 2 = 0 then ${one} else ${other} end`;

function ofTrading({ customer, now, rows }: LongPast): string[] {
  const time = `${now - yearMs} + n * ${Math.floor(yearMs / rows)}`;
  return [
    `insert into fills (market, trade_number, time, taker_side, price_ticks, quantity_lots, notional, taker_order, taker_owner, taker_fee,
        maker_order, maker_owner, maker_fee, sequence, position, base, quote, base_units, taker_base, taker_quote, maker_base, maker_quote)
      select 0, n, ${time}, ${side("'buy'", "'sell'")}, 1000 + n % 50, 10, 1000000, 100000000 + n, ${side(String(customer), '9999999')},
        1000, 200000000 + n, ${side('9999999', String(customer))}, 1000, 1000000000 + n, 0, 0, 6, 1000, 5000000, 5000000, 5000000, 5000000 from ${series(rows)}`,
    `insert into orders (id, owner, client_order_id, market, choices, price_ticks, quantity_lots, amount, filled_lots,
        filled_notional, fee, state, time, updated)
      select ${side('100000000', '200000000')} + n, ${customer}, 'past-' || n, 0, 1, 1000, 10, 0, 10, 1000000, 1000,
        'filled', ${time}, ${time} from ${series(rows)}`,
    `insert into order_schedules (customer, client_id, kind, terms, created, mac, state, step, next_at, ended)
      select ${customer}, 'past-' || n, ${side("'twap'", "'recurring'")}, '{"market":0,"side":"buy","style":"market","totalLots":10,"worstTicks":0,"orders":2,"durationMs":60000,"from":1,"to":0}', ${time}, '\\x00', 'ended', 1, ${time}, ${time} from ${series(rows)}`,
    `insert into order_schedule_children (schedule, number, slot, time, lots, price_ticks, state)
      select (select max(id) from order_schedules where kind = 'recurring'), n, ${time}, ${time}, 10, 1000, 'ended' from ${series(rows)}`,
    `insert into price_alerts (id, customer, market, direction, price_ticks, time, after_trade, fired_time, fired_ticks)
      select 'past-' || n, ${customer}, 0, 'up', 1000, ${time}, 0, ${time}, 1000 from ${series(rows)}`,
  ];
}

function ofMoney({ customer, now, rows }: LongPast): string[] {
  const time = `${now - yearMs} + n * ${Math.floor(yearMs / rows)}`;
  return [
    `insert into postings (sequence, position, time, owner, kind, asset, available_delta, frozen_delta, available, frozen, reason, order_id, reference)
      select 2000000000 + n, 0, ${time}, ${customer}, 'coin', n % 7, 1, 0, n, 0, ${side("'deposit'", "'withdraw'")}, 0, 'past-' || n from ${series(rows)}`,
    `insert into withdrawals (customer, request_id, coin, chain, asset, address_id, address, memo, amount, fee, state, planned, time, updated, closed)
      select ${customer}, 'past-' || n, 'BTC', 'BTC', 1, 0, 'past', '', 10, 1, 'done', 'done', ${time}, ${time}, true from ${series(rows)}`,
    `insert into chain_deposits (chain, txid, position, customer, address, coin, asset, amount, height, block_hash, state, swept, time, updated)
      select 'BTC', 'past-' || n, 0, ${customer}, 'past', 'BTC', 1, 10, n, 'past', 'credited', true, ${time}, ${time} from ${series(rows)}`,
    `insert into wallet_addresses (customer, coin, chain, name, address, memo, usable_from, created)
      select ${customer}, 'BTC', 'BTC', 'past', 'past-' || n, '', 0, ${time} from ${series(rows)}`,
    `insert into profit_lots (customer, asset, number, time, quantity, cost)
      select ${customer}, 1, n, ${time}, 1, 1 from ${series(rows)} on conflict do nothing`,
    `insert into statement_exports (id, customer, account, filter, lang, state, created, updated)
      select 'past-' || n, ${customer}, 'coin', '{}', 'en', 'done', ${time}, ${time} from ${series(1_000)}`,
  ];
}

/** Writes messages of one account over a year, every other one read. */
export function messagesStatement({ customer, now, rows }: LongPast): string {
  const time = `${now - yearMs} + n * ${Math.floor(yearMs / rows)}`;
  return `insert into messages (customer, time, title_zh, title_en, summary_zh, summary_en, html_zh, html_en, read)
      select ${customer}, ${time}, 'z', 'e', 'z', 'e', '<p>z</p>', '<p>e</p>', n % 2 = 0 from ${series(rows)}`;
}

function ofAccount(past: LongPast): string[] {
  const { customer, now, rows } = past;
  const time = `${now - yearMs} + n * ${Math.floor(yearMs / rows)}`;
  return [
    messagesStatement(past),
    `insert into logins (customer, time, ip, user_agent, state)
      select ${customer}, ${time}, '203.0.113.1', 'past', 'done' from ${series(rows)}`,
  ];
}

function ofMarket({ now }: LongPast): string[] {
  return Object.entries(candles).map(
    ([
      interval,
      minutes,
    ]) => `insert into candles (market, interval, time, open_ticks, high_ticks, low_ticks, close_ticks, volume_lots, turnover, trades)
      select 0, '${interval}', begins, 1000, 1100, 900, 1000 + n % 50, 12345, 123456789, 7 from (select n, ${startOf(interval, now, minutes)} as begins from
        ${series(Math.floor(525_600 / minutes))}) as made on conflict do nothing`,
  );
}

function startOf(interval: string, now: number, minutes: number): string {
  const ms = minutes * 60_000;
  const behind = `${now} - n * ${ms}`;
  if (interval === '1M') {
    return `(extract(epoch from date_trunc('month', to_timestamp((${now} / 1000)::float8), 'UTC') - n * interval '1 month') * 1000)::bigint`;
  }
  const first = interval === '1w' ? 4 * 86_400_000 : 0;
  return `((${behind}) - ${first}) / ${ms} * ${ms} + ${first}`;
}
