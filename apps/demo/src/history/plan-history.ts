import {
  characterOf,
  fundingOf,
  logNormal,
  seededRandom,
  type MarketCharacter,
  type PriceProcess,
} from '@fft/demo-market';
import type { AssetRules, Command, MarketRules, PlaceOrder, Side } from '@fft/engine';
import { marketRulesOf } from '../../../exchange/src/ledger/listings/market-rules.ts';
import { assetSeeds, marketSeeds } from '../../../exchange/src/ledger/listings/seeds.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Wide enough for a quick start, narrow enough to fill every 15-minute candle; the last day uses minutes. */
const oldSlotMs = 15 * minuteMs;
const lastDaySlotMs = minuteMs;
/** Volume of older days relative to the last one. */
const oldQuietness = 0.5;
/** All markets trade at these few moments of a slot, so that prices are computed only for them. */
const momentsPerSlot = 4;
const commandsPerBatch = 2_000;
/** The spread of trade sizes. */
const sizeSpread = 1.1;

export interface HistoryPlanOptions {
  readonly prices: PriceProcess;
  /** The seed of all choices except prices. */
  readonly seed: string;
  /** The end of the history, ms since the epoch. */
  readonly until: number;
  readonly days: number;
  readonly maker: number;
  readonly taker: number;
}

/** One market of the history. */
interface Scene {
  readonly id: number;
  readonly rules: MarketRules;
  readonly base: AssetRules;
  readonly quote: AssetRules;
  readonly character: MarketCharacter;
  /** The taker's purchases minus sales, in USDT. */
  imbalance: number;
  lastPrice: number;
}

/**
 * Plans the demo's past as batches of commands, the same for the same options: listings, the two accounts' funds, and their trades
 * with each other.
 */
export function* planHistory(options: HistoryPlanOptions): Generator<readonly Command[]> {
  const from = options.until - options.days * dayMs;
  yield [...listings(from), ...funding(options, from)];
  let batch: Command[] = [];
  for (const command of trades(options, from)) {
    batch.push(command);
    if (batch.length < commandsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function* listings(time: number): Generator<Command> {
  for (const { code, decimals } of assetSeeds) yield { type: 'openAsset', time, asset: { code, decimals } };
  for (const seed of marketSeeds) yield { type: 'openMarket', time, market: marketRulesOf(seed, assetSeeds) };
}

function* funding({ maker, taker }: HistoryPlanOptions, time: number): Generator<Command> {
  for (const owner of [maker, taker]) {
    for (const [asset, { code, decimals }] of assetSeeds.entries()) {
      const amount = fundingOf(code) * 10 ** decimals;
      if (amount === 0) continue;
      yield {
        type: 'deposit',
        time,
        requestId: `demo-${code}`,
        source: 'adjustments',
        owner,
        kind: 'coin',
        asset,
        amount,
      };
    }
  }
}

function scenes(): Scene[] {
  return marketSeeds.flatMap((seed, id) => {
    const rules = marketRulesOf(seed, assetSeeds);
    const [base, quote] = [assetSeeds[rules.base], assetSeeds[rules.quote]];
    const character = base && quote ? characterOf(base.code, quote.code) : null;
    return base && quote && character ? [{ id, rules, base, quote, character, imbalance: 0, lastPrice: 0 }] : [];
  });
}

function* trades(options: HistoryPlanOptions, from: number): Generator<Command> {
  const random = seededRandom(`${options.seed}/history`);
  const markets = scenes();
  let number = 0;
  const lastDay = options.until - dayMs;
  for (let slot = from; slot < options.until; slot += slot < lastDay ? oldSlotMs : lastDaySlotMs) {
    const lengthMs = slot < lastDay ? oldSlotMs : lastDaySlotMs;
    const moments = Array.from({ length: momentsPerSlot }, () => slot + Math.floor(random() * lengthMs));
    const planned = markets.flatMap((scene) => {
      const count = tradesInSlot(scene.character, random());
      const first = Math.floor(random() * momentsPerSlot);
      return moments.slice(0, count).map((_, index) => {
        return { scene, count, time: moments[(first + index) % momentsPerSlot] ?? slot };
      });
    });
    const minutes = (lengthMs / minuteMs) * (slot < lastDay ? oldQuietness : 1);
    for (const { scene, count, time } of planned.toSorted((one, other) => one.time - other.time)) {
      const { tradeWorth, tradesPerMinute } = scene.character;
      const busyness = options.prices.activity(time) * ((tradesPerMinute * minutes) / count);
      number += 1;
      yield* trade(options, {
        scene,
        time,
        worth: tradeWorth * logNormal(random, sizeSpread) * busyness,
        number,
        random,
      });
    }
  }
}

/** At least one trade, so that no candle is missing; quiet markets may have none. Busy markets sometimes have several, which gives candles wicks. */
function tradesInSlot({ tradesPerMinute }: MarketCharacter, chance: number): number {
  if (tradesPerMinute < 1.5) return chance < 0.6 ? 1 : 0;
  const busy = Math.min(1, tradesPerMinute / 12);
  return 1 + (chance < 0.5 * busy ? 1 : 0) + (chance < 0.15 * busy ? 1 : 0);
}

interface Trade {
  readonly scene: Scene;
  readonly time: number;
  readonly worth: number;
  readonly number: number;
  readonly random: () => number;
}

/** A resting order, and one that fills it completely. */
function trade(
  { prices, maker, taker }: HistoryPlanOptions,
  { scene, time, worth, number, random }: Trade,
): PlaceOrder[] {
  const { base, quote, character } = scene;
  const price = prices.price(base.code, quote.code, time) ?? 0;
  const side = sideOf(scene, price, worth, random());
  const distance = character.frontDistance * (1 + random());
  const ticks = Math.max(1, Math.round((price * (side === 'buy' ? 1 + distance : 1 - distance)) / tickOf(scene)));
  const order = {
    type: 'place',
    time,
    market: scene.id,
    orderType: 'limit',
    postOnly: false,
    selfTrade: 'cancelNewest',
    priceTicks: ticks,
    quantityLots: lotsOf(scene, ticks, worth / (prices.price(quote.code, 'USDT', time) ?? 1)),
    amount: 0,
  } as const;
  scene.imbalance += side === 'buy' ? worth : -worth;
  scene.lastPrice = price;
  return [
    {
      ...order,
      owner: maker,
      clientOrderId: `history-${number}m`,
      side: side === 'buy' ? 'sell' : 'buy',
      timeInForce: 'GTC',
    },
    { ...order, owner: taker, clientOrderId: `history-${number}t`, side, timeInForce: 'IOC' },
  ];
}

/** Takers follow price moves, but limit their imbalance. */
function sideOf({ character, imbalance, lastPrice }: Scene, price: number, worth: number, chance: number): Side {
  const move = lastPrice === 0 ? 0 : price / lastPrice - 1;
  const pull = Math.tanh(imbalance / (10 * worth + 100 * character.tradeWorth));
  return chance < 0.5 + 0.25 * Math.tanh(400 * move) - 0.3 * pull ? 'buy' : 'sell';
}

/** The tick in units of the quote coin. */
function tickOf({ rules, base, quote }: Scene): number {
  return (rules.unitsPerTickLot * 10 ** base.decimals) / (rules.unitsPerLot * 10 ** quote.decimals);
}

function lotsOf({ rules, quote }: Scene, ticks: number, amount: number): number {
  const notionalOfLot = ticks * rules.unitsPerTickLot;
  const least = Math.max(rules.minQuantityLots, Math.ceil(rules.minNotional / notionalOfLot));
  const most = Math.min(rules.maxQuantityLots, Math.floor(rules.maxNotional / notionalOfLot));
  return Math.min(most, Math.max(least, Math.round((amount * 10 ** quote.decimals) / notionalOfLot)));
}
