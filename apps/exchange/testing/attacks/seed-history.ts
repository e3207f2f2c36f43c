import type { Pool } from 'pg';

export interface Past {
  readonly customer: number;
  readonly now: number;
  /** Number of the customer's fills over thirty days and all markets; the customer is the maker of half. */
  readonly fills: number;
  /** One-minute candles in each of the first markets. */
  readonly minutes: number;
  readonly markets: number;
}

/** Gives a customer a long history, and the markets long candle series. The rows bypass the journal: they serve reads, and their sums are wrong. */
export async function seedHistory(pool: Pool, past: Past): Promise<void> {
  for (const statement of statementsOf(past)) await pool.query(statement);
  await pool.query('vacuum analyze fills, orders, postings, candles, messages, logins, withdrawals');
}

const monthMs = 30 * 86_400_000;

function statementsOf({ customer, now, fills, minutes, markets }: Past): string[] {
  const since = now - monthMs;
  const stepMs = Math.max(1, Math.floor(monthMs / fills));
  const series = (count: number): string => `generate_series(1::bigint, ${count}) as n`;
  const side = (one: string, other: string): string => `case when n % 2 = 0 then ${one} else ${other} end`;
  return [
    `insert into fills (market, trade_number, time, taker_side, price_ticks, quantity_lots, notional, taker_order, taker_owner, taker_fee,
        maker_order, maker_owner, maker_fee, sequence, position, base, quote, base_units, taker_base, taker_quote, maker_base, maker_quote)
      select n % ${markets}, 10000000 + n, ${since} + n * ${stepMs}, ${side("'buy'", "'sell'")}, 1000, 10, 1000000, 100000000 + n, ${side(String(customer), '9999999')},
        1000, 200000000 + n, ${side('9999999', String(customer))}, 1000, 1000000000 + n, 0, 0, 6, 1000, 5000000, 5000000, 5000000, 5000000 from ${series(fills)}`,
    `insert into orders (id, owner, client_order_id, market, choices, price_ticks, quantity_lots, amount, filled_lots,
        filled_notional, fee, state, time, updated)
      select ${side('100000000', '200000000')} + n, ${customer}, 'seed-' || n, n % ${markets}, 1, 1000, 10, 0, 10, 1000000, 1000,
        'filled', ${since} + n * ${stepMs}, ${since} + n * ${stepMs} from ${series(fills)}`,
    `insert into postings (sequence, position, time, owner, kind, asset, available_delta, frozen_delta, available, frozen, reason, order_id, reference)
      select 2000000000 + n, 0, ${since} + n * ${stepMs * 10}, ${customer}, 'coin', n % 7, 1, 0, n, 0, ${side("'deposit'", "'withdraw'")}, 0, 'seed-' || n
      from ${series(Math.floor(fills / 10))}`,
    `insert into candles (market, interval, time, open_ticks, high_ticks, low_ticks, close_ticks, volume_lots, turnover, trades)
      select market, '1m', ${now - (now % 60_000)} - n * 60000, 1000, 1100, 900, 1000 + n % 50, 12345, 123456789, 7
      from ${series(minutes)}, generate_series(0, ${markets - 1}) as market on conflict do nothing`,
    `insert into messages (customer, time, title_zh, title_en, summary_zh, summary_en, html_zh, html_en, read)
      select ${customer}, ${now} - n, 'z', 'e', 'z', 'e', '<p>z</p>', '<p>e</p>', false from ${series(Math.floor(fills / 50))}`,
  ];
}
