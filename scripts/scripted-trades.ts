import { calls, type Market } from '@fft/contract';
import { formatDecimal, parseDecimal } from '@fft/decimal';
import { registerByApi, type ApiCustomer } from '../e2e/harness/api-customer.ts';

/** Where a market's price begins, and how much of its base coin a maker brings. */
interface Stage {
  readonly symbol: string;
  readonly price: string;
  readonly coins: string;
}

const stages: readonly Stage[] = [
  { symbol: 'BTC/USDT', price: '97000', coins: '0.4' },
  { symbol: 'ETH/USDT', price: '3400', coins: '10' },
  { symbol: 'SOL/USDT', price: '215', coins: '160' },
  { symbol: 'XRP/USDT', price: '2.3', coins: '15000' },
  { symbol: 'DOGE/USDT', price: '0.33', coins: '100000' },
  { symbol: 'LTC/USDT', price: '104', coins: '320' },
];
const levels = 14;
const tradesPerMarket = 36;

/** The same numbers from 0 to 1 at every run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function units(text: string, places: number): number {
  const parsed = parseDecimal(text, places);
  if (!parsed.ok) throw new Error(`${text} doesn't fit ${places} places`);
  return parsed.units;
}

/** `price` times `factor`, on the market's tick. */
function priceAt(market: Market, price: string, factor: number): string {
  const tick = units(market.tickSize, market.pricePlaces);
  const exact = units(price, market.pricePlaces) * factor;
  return formatDecimal(Math.max(1, Math.round(exact / tick)) * tick, market.pricePlaces);
}

/** How many base coins are worth about `quote`, on the market's lot. */
function quantityFor(market: Market, price: string, quote: number): string {
  const lot = units(market.lotSize, market.quantityPlaces);
  const exact = (quote / Number(price)) * 10 ** market.quantityPlaces;
  return formatDecimal(Math.max(1, Math.round(exact / lot)) * lot, market.quantityPlaces);
}

async function quoteLadder(maker: ApiCustomer, market: Market, price: string, random: () => number): Promise<void> {
  for (const side of ['buy', 'sell'] as const) {
    const away = side === 'buy' ? -1 : 1;
    for (let level = 1; level <= levels; level += 1) {
      const at = priceAt(market, price, 1 + away * (0.0002 + level * 0.0003));
      const quantity = quantityFor(market, at, 300 + random() * 1300);
      await maker.place({ symbol: market.symbol, side, type: 'limit', price: at, quantity });
    }
  }
}

/** A maker quotes, a taker trades against it, and the price wanders. */
async function tradeMarket(url: string, stage: Stage, market: Market, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const name = market.base.toLowerCase();
  const maker = await registerByApi(url, `maker-${name}@example.com`);
  const taker = await registerByApi(url, `taker-${name}@example.com`);
  await Promise.all([
    maker.receive('USDT', '50000'),
    maker.receive(market.base, stage.coins),
    taker.receive('USDT', '40000'),
    taker.receive(market.base, stage.coins),
  ]);
  let { price } = stage;
  for (let count = 0; count < tradesPerMarket; count += 1) {
    const side = random() < 0.52 ? 'buy' : 'sell';
    price = priceAt(market, price, 1 + (random() - 0.48) * 0.0012);
    const quantity = quantityFor(market, price, 60 + random() * 500);
    const order = { symbol: market.symbol, type: 'limit', price, quantity } as const;
    await maker.place({ ...order, side: side === 'buy' ? 'sell' : 'buy' });
    await taker.place({ ...order, side, timeInForce: 'IOC' });
  }
  await quoteLadder(maker, market, price, random);
}

/** A handful of customers trade in several markets through the API, so that there is something to look at. */
export async function makeTrades(url: string): Promise<void> {
  const guest = await registerByApi(url, 'guest@example.com');
  const markets = await guest.client.call(calls.market.symbol, {});
  for (const [index, stage] of stages.entries()) {
    const market = markets.find(({ symbol }) => symbol === stage.symbol);
    if (market === undefined) throw new Error(`${stage.symbol} isn't listed`);
    process.stdout.write(`Trading ${stage.symbol}\n`);
    await tradeMarket(url, stage, market, index + 1);
  }
}
