import type { Pool } from 'pg';

/**
 * Keeps a customer's books the slow and plain way, from trades and movements as the tables list them, for comparison with the exchange's own count. It shares no code with
 * that: money is in fractions of a millionth, so that nothing is rounded but prices and what a rule says.
 */
export interface NaiveBooks {
  readonly coins: Record<string, NaiveCoin>;
  /** Gains by market, first in, first out and average. */
  readonly markets: Record<string, { fifo: bigint; average: bigint }>;
  invested: bigint;
  /** Rows that were booked: each may have been rounded by less than a millionth in the other count. */
  rows: number;
}

interface NaiveCoin {
  held: bigint;
  /** Open lots: units, and their cost in fractions; null if no price was known. */
  lots: { units: bigint; cost: bigint | null; time: number }[];
  pool: { known: bigint; cost: bigint; unknown: bigint };
  gain: { fifo: bigint; average: bigint };
  unknownSold: { fifo: bigint; average: bigint };
  fees: bigint;
}

/** Fractions of a millionth of a USDT. */
export const fraction = 10n ** 18n;

interface Row {
  readonly what: 'trade' | 'deposit' | 'withdraw' | 'fee';
  readonly time: number;
  readonly market: string;
  readonly given: string;
  readonly gave: string;
  readonly taken: string;
  readonly took: string;
  readonly fee: string;
}

const minute = 60_000;

type Worth = (name: string, units: bigint, time: number) => bigint | null;
/** What coins brought when they left, after the fee; `gone` if they weren't sold, null if that is unknown. */
type Brought = bigint | 'gone' | null;

export async function keepBooksNaively(
  pool: Pool,
  owner: number,
  assets: readonly { code: string }[],
): Promise<NaiveBooks> {
  const code = (id: number | null): string => assets[id ?? -1]?.code ?? '';
  const books: NaiveBooks = { coins: {}, markets: {}, invested: 0n, rows: 0 };
  const worth = worthBy(await readQuotes(pool, code));
  for (const row of await readRows(pool, owner, code)) {
    books.rows += 1;
    if (row.what === 'trade') bookTrade(books, worth, row);
    else bookMove(books, worth, row);
  }
  return books;
}

function worthBy(quotes: Awaited<ReturnType<typeof readQuotes>>): Worth {
  const convert = (from: string, to: string, amount: bigint, time: number): bigint | null => {
    const straight = quotes(`${from}/${to}`, time);
    if (straight) return (amount * straight.notional) / straight.base;
    const inverse = quotes(`${to}/${from}`, time);
    return inverse ? (amount * inverse.base) / inverse.notional : null;
  };
  return (name, units, time) => {
    if (name === 'USDT') return units;
    const direct = convert(name, 'USDT', units, time);
    if (direct !== null || name === 'BTC') return direct;
    const coins = convert(name, 'BTC', units, time);
    return coins === null ? null : convert('BTC', 'USDT', coins, time);
  };
}

function bookMove(books: NaiveBooks, worth: Worth, { what, given, gave, time }: Row): void {
  const units = BigInt(gave);
  const value = worth(given, units, time);
  if (what === 'deposit') {
    books.invested += value ?? 0n;
    come(coinOf(books, given), { name: given, units, value, time });
  } else if (what === 'withdraw') {
    books.invested -= value ?? 0n;
    go(books, { name: given, units, brought: 'gone', market: null });
  } else {
    coinOf(books, given).fees += value ?? 0n;
    go(books, { name: given, units, brought: 0n, market: null });
  }
}

function bookTrade(books: NaiveBooks, worth: Worth, { market, given, gave, taken, took, fee, time }: Row): void {
  const [base = '', quote = ''] = market.split('/');
  const [out, received, charge] = [BigInt(gave), BigInt(took), BigInt(fee)];
  const isPurchase = taken === base;
  const [inBase, inQuote] = isPurchase ? [received, out] : [out, received];
  const value = base === 'USDT' ? inBase : (worth(quote, inQuote, time) ?? worth(base, inBase, time));
  const charged = value === null ? 0n : (value * charge) / received;
  coinOf(books, base).fees += charged;
  // A purchase costs its fee, a sale brings less by it; where USDT is bought or sold for a currency, the currency does.
  const costsMore = isPurchase === (base !== 'USDT');
  const net = value === null || costsMore ? value : value - charged;
  go(books, { name: given, units: out, brought: net, market });
  come(coinOf(books, taken), { name: taken, units: received - charge, value: net, time });
}

const coinOf = (books: NaiveBooks, name: string): NaiveCoin =>
  (books.coins[name] ??= {
    held: 0n,
    lots: [],
    pool: { known: 0n, cost: 0n, unknown: 0n },
    gain: { fifo: 0n, average: 0n },
    unknownSold: { fifo: 0n, average: 0n },
    fees: 0n,
  });

interface Coming {
  readonly name: string;
  readonly units: bigint;
  readonly value: bigint | null;
  readonly time: number;
}

function come(coin: NaiveCoin, { name, units, value, time }: Coming): void {
  coin.held += units;
  if (name === 'USDT' || units === 0n) return;
  coin.lots.push({ units, cost: value === null ? null : value * fraction, time });
  if (value === null) coin.pool.unknown += units;
  else {
    coin.pool.known += units;
    coin.pool.cost += value * fraction;
  }
}

interface Going {
  readonly name: string;
  readonly units: bigint;
  readonly brought: Brought;
  readonly market: string | null;
}

function go(books: NaiveBooks, { name, units, brought, market }: Going): void {
  const coin = coinOf(books, name);
  const isLoss = name === 'USDT' && brought === 0n && market === null;
  const lost = isLoss ? -units * fraction : 0n;
  const gains = name === 'USDT' ? { fifo: lost, average: lost } : takeAway(coin, units, brought);
  coin.held -= units;
  for (const method of ['fifo', 'average'] as const) {
    coin.gain[method] += gains[method];
    if (market !== null) (books.markets[market] ??= { fifo: 0n, average: 0n })[method] += gains[method];
  }
}

const takeAway = (coin: NaiveCoin, units: bigint, brought: Brought) => ({
  fifo: takeOldest(coin, units, brought),
  average: takeFromPool(coin, units, brought),
});

function takeOldest(coin: NaiveCoin, units: bigint, brought: Brought): bigint {
  let gain = 0n;
  for (let left = units; left > 0n;) {
    const [lot] = coin.lots;
    if (!lot) throw new Error('nothing is left');
    const part = lot.units < left ? lot.units : left;
    const cost = lot.cost === null ? null : (lot.cost * part) / lot.units;
    if (lot.cost !== null && cost !== null) lot.cost -= cost;
    if (brought !== 'gone') {
      if (cost === null || brought === null) coin.unknownSold.fifo += part;
      else gain += (brought * fraction * part) / units - cost;
    }
    lot.units -= part;
    if (lot.units === 0n) coin.lots.shift();
    left -= part;
  }
  return gain;
}

/** Known and unknown units leave in proportion, whole units of the unknown ones. */
function takeFromPool(coin: NaiveCoin, units: bigint, brought: Brought): bigint {
  const { known, cost, unknown } = coin.pool;
  const ofUnknown = (unknown * units) / coin.held;
  const ofKnown = units - ofUnknown;
  const leaving = known === 0n ? 0n : (cost * ofKnown) / known;
  coin.pool = { known: known - ofKnown, cost: cost - leaving, unknown: unknown - ofUnknown };
  if (brought === 'gone') return 0n;
  coin.unknownSold.average += brought === null ? units : ofUnknown;
  return brought === null ? 0n : (brought * fraction * ofKnown) / units - leaving;
}

/** The last trade of a market before the minute of a moment. */
async function readQuotes(pool: Pool, code: (id: number | null) => string) {
  const { rows } = await pool.query<{ base: number; quote: number; time: number; notional: string; units: string }>(
    'select base, quote, time, notional::text, base_units::text as units from fills order by market, trade_number',
  );
  const trades = rows.map((row) => ({ ...row, symbol: `${code(row.base)}/${code(row.quote)}` }));
  return (symbol: string, time: number) => {
    const before = Math.floor(time / minute) * minute;
    const last = trades.findLast((trade) => trade.symbol === symbol && trade.time < before);
    return last && { notional: BigInt(last.notional), base: BigInt(last.units) };
  };
}

async function readRows(pool: Pool, owner: number, code: (id: number | null) => string): Promise<readonly Row[]> {
  const { rows: fills } = await pool.query<Record<string, string>>(
    `select sequence, position, time, base, quote, base_units, notional,
      case when taker_owner = $1 then taker_side = 'buy' else taker_side <> 'buy' end as is_purchase,
      case when taker_owner = $1 then taker_fee else maker_fee end as fee
    from fills where taker_owner = $1 or maker_owner = $1`,
    [owner],
  );
  const { rows: moved } = await pool.query<Record<string, string>>(
    `select sequence, position, time, asset, reason, abs(available_delta + frozen_delta) as amount from postings
    where owner = $1 and (reason in ('deposit', 'withdraw') or (reason = 'fee' and order_id = 0))`,
    [owner],
  );
  const traded = fills.map((row) => {
    const [base, quote] = [code(Number(row.base)), code(Number(row.quote))];
    const isPurchase = Boolean(row.is_purchase);
    const inBase = { name: base, units: String(row.base_units) };
    const inQuote = { name: quote, units: String(row.notional) };
    const [gives, takes] = isPurchase ? [inQuote, inBase] : [inBase, inQuote];
    const sides = { given: gives.name, gave: gives.units, taken: takes.name, took: takes.units };
    return { ...sides, what: 'trade' as const, market: `${base}/${quote}`, fee: String(row.fee), place: placeOf(row) };
  });
  const others = moved.map((row) => ({
    what: row.reason as 'deposit' | 'withdraw' | 'fee',
    market: '',
    given: code(Number(row.asset)),
    gave: String(row.amount),
    taken: '',
    took: '0',
    fee: '0',
    place: placeOf(row),
  }));
  return [...traded, ...others]
    .toSorted((one, other) => one.place.sequence - other.place.sequence || one.place.position - other.place.position)
    .map(({ place, ...row }) => ({ ...row, time: place.time }));
}

const placeOf = (row: Record<string, string>) => ({
  sequence: Number(row.sequence),
  position: Number(row.position),
  time: Number(row.time),
});
