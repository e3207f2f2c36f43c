import { PriceProcess, seededRandom } from '@fft/demo-market';
import { describe, expect, test } from 'vitest';
import { planQuotes, type Side, type OpenQuote } from './plan-quotes.ts';
import { limitTicks } from './taker.ts';
import { testMarket } from './testing/test-market.ts';

/**
 * Customers who try to profit from the maker with faucet coins. They see the book and all past prices; their holdings are valued at the
 * reference price.
 */

const market = testMarket('BTC/USDT');
const takerFee = 0.001;
const steps = 4_000;
const startWorth = 100_000;

interface Sight {
  readonly bid: number;
  readonly ask: number;
  /** Past reference prices, read from the middle of the book. */
  readonly past: readonly number[];
}

/** One step of a farmer: trade immediately with the best quote, or leave an order for the taker. */
type Act = { readonly kind: 'take' | 'offer'; readonly side: Side; readonly ticks: number } | null;

const ago = ({ past }: Sight, count: number) => past.at(-1 - count) ?? past[0] ?? 0;
const take = ({ bid, ask }: Sight, side: Side): Act => ({ kind: 'take', side, ticks: side === 'buy' ? ask : bid });
const moved = (sight: Sight, count: number) => ago(sight, 0) / ago(sight, count) - 1;

const strategies: Readonly<Record<string, (sight: Sight, step: number) => Act>> = {
  'rides short trends': (sight) => take(sight, moved(sight, 30) > 0 ? 'buy' : 'sell'),
  'rides long trends': (sight) => take(sight, moved(sight, 900) > 0 ? 'buy' : 'sell'),
  'waits for moves to turn': (sight) =>
    Math.abs(moved(sight, 300)) < 0.001 ? null : take(sight, moved(sight, 300) > 0 ? 'sell' : 'buy'),
  'jumps on bursts': (sight) =>
    Math.abs(moved(sight, 3)) < 0.00015 ? null : take(sight, moved(sight, 3) > 0 ? 'buy' : 'sell'),
  'offers a tick better than the maker': ({ bid, ask }, step) =>
    step % 2 === 0 ? { kind: 'offer', side: 'sell', ticks: ask - 1 } : { kind: 'offer', side: 'buy', ticks: bid + 1 },
  'offers at the worst that the taker takes': ({ bid, ask }, step) => {
    const middle = ((bid + ask) / 2) * market.tick;
    const side = step % 2 === 0 ? 'sell' : 'buy';
    return { kind: 'offer', side, ticks: limitTicks(market, middle, side === 'sell' ? 'buy' : 'sell') };
  },
};

/** Plays a whole run. Returns the farmer's gain in USDT at the reference price. */
function farm(strategy: (sight: Sight, step: number) => Act, seed: string): { gain: number; trades: number } {
  const prices = new PriceProcess({ seed, anchor: 0 });
  const random = seededRandom(seed);
  let openQuotes: readonly OpenQuote[] = [];
  let [reference, coins, money, trades] = [0, 0, startWorth, 0];
  const past: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    const price = prices.price('BTC', 'USDT', step * 1_000) ?? 0;
    if (Math.abs(price / reference - 1) > market.character.step) reference = price;
    const options = { market, reference, quoteWorth: 1, appetite: { buy: 1, sell: 1 }, allowed: null, random };
    const plan = planQuotes({ ...options, openQuotes });
    const placed = plan.place.map((quote, index) => ({ ...quote, clientOrderId: `${step}-${index}` }));
    openQuotes = [...openQuotes.filter((quote) => !plan.cancel.includes(quote)), ...placed];
    const bid = Math.max(...openQuotes.filter(({ side }) => side === 'buy').map(({ ticks }) => ticks));
    const ask = Math.min(...openQuotes.filter(({ side }) => side === 'sell').map(({ ticks }) => ticks));
    past.push(((bid + ask) / 2) * market.tick);

    const act = strategy({ bid, ask, past }, step);
    if (act === null) continue;
    const takerSide: Side = act.side === 'buy' ? 'sell' : 'buy';
    const limit = limitTicks(market, reference, takerSide);
    const isFound = act.kind === 'take' || (takerSide === 'buy' ? act.ticks <= limit : act.ticks >= limit);
    if (!isFound) continue;
    const fee = act.kind === 'take' ? takerFee : market.makerFee;
    const paid = act.ticks * market.tick;
    // As much as they have, up to a twentieth of the initial balance.
    if (act.side === 'buy') {
      const spent = Math.min(money, startWorth / 20);
      money -= spent;
      coins += (spent / paid) * (1 - fee);
      trades += spent > 1 ? 1 : 0;
    } else {
      const sold = Math.min(coins, startWorth / 20 / paid);
      coins -= sold;
      money += sold * paid * (1 - fee);
      trades += sold * paid > 1 ? 1 : 0;
    }
  }
  return { gain: money + coins * reference - startWorth, trades };
}

describe.each(Object.entries(strategies))('a farmer who %s', (_name, strategy) => {
  test('ends with no gain', () => {
    const runs = ['one', 'two', 'three', 'four'].map((seed) => farm(strategy, `farm ${seed}`));
    expect(runs.every(({ trades }) => trades > 5)).toBe(true);
    const gain = runs.reduce((sum, run) => sum + run.gain, 0) / runs.length;
    // Chance may favour one run, as holdings move with the market, but not four.
    expect(Math.max(...runs.map((run) => run.gain))).toBeLessThan(startWorth * 0.02);
    expect(gain).toBeLessThan(0);
  });
});

test('anyone who knew the seed would gain: the simulation detects it', () => {
  const seed = 'farm one';
  const prices = new PriceProcess({ seed, anchor: 0 });
  const priceAt = (step: number) => prices.price('BTC', 'USDT', step * 1_000) ?? 0;
  const clairvoyant = farm((sight, step) => {
    const move = priceAt(step + 900) / priceAt(step) - 1;
    return Math.abs(move) < 0.003 ? null : take(sight, move > 0 ? 'buy' : 'sell');
  }, seed);
  expect(clairvoyant.gain).toBeGreaterThan(0);
});

test('each trade costs the customer more than it brings, at the reference price', () => {
  const reference = 97_400;
  for (const side of ['buy', 'sell'] as const) {
    const limit = limitTicks(market, reference, side) * market.tick;
    const customerGain = (side === 'buy' ? limit / reference - 1 : reference / limit - 1) - market.makerFee;
    expect(customerGain).toBeLessThan(0);
  }
});
