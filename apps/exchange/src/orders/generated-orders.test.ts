import { calls } from '@fft/contract';
import { createEngine, silentListener, type EngineListener, type MatchingEngine, type PlaceOrder } from '@fft/engine';
import { buildDeposit } from '@fft/testkit';
import { beforeEach, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { hostileTexts } from '../../testing/fuzz/hostile.ts';
import { createRandom, type Random } from '../../testing/faults/random.ts';
import { FieldRefusal, Refusal } from '../refusals/refusal.ts';
import { Directory } from '../ledger/listings/directory.ts';
import { marketRulesOf } from '../ledger/listings/market-rules.ts';
import { formatPrice, formatQuantity, type MarketView } from '../ledger/listings/market-view.ts';
import { assetSeeds, marketSeeds, type MarketSeed } from '../ledger/listings/seeds.ts';
import { parseSize, parseTerms } from './parse-order.ts';
import { lotsOf, ticksOf } from './parse-steps.ts';

/** Set `GENERATED_ORDERS=1000000` for the long run. */
const count = Number(process.env['GENERATED_ORDERS'] ?? 100_000);

/** Some ticks and lots are no powers of ten: there a count of ticks may have no printable price. */
const markets: readonly MarketSeed[] = [
  ...marketSeeds,
  { symbol: 'LTC/USD', tick: '0.5', lot: '0.25', maxQuantity: '1000000', minNotional: '0', maxNotional: '1000000000' },
  { symbol: 'POL/USD', tick: '10', lot: '7', maxQuantity: '7000000', minNotional: '0', maxNotional: '1000000000' },
  { symbol: 'SOL/USD', tick: '0.05', lot: '0.3', maxQuantity: '900000', minNotional: '0', maxNotional: '1000000000' },
];

let engine: MatchingEngine;
let directory: Directory;
/** Sum of the postings of each asset over all accounts. */
let sums: Map<number, bigint>;
let below: string[];
let accepted: number;

beforeEach(() => {
  sums = new Map();
  below = [];
  accepted = 0;
  const listener: EngineListener = {
    ...silentListener,
    orderAccepted: () => (accepted += 1),
    posted: ({ owner, asset, availableDelta, frozenDelta, available, frozen }) => {
      sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(availableDelta) + BigInt(frozenDelta));
      if (owner >= 1000 && (available < 0 || frozen < 0)) below.push(`${owner} has ${available} and ${frozen}`);
    },
  };
  engine = createEngine(listener);
  for (const { code, decimals } of assetSeeds) engine.apply({ type: 'openAsset', time: 0, asset: { code, decimals } });
  for (const seed of markets) {
    // No time passes here, so a halted market would stay halted.
    const market = { ...marketRulesOf(seed, engine.assets), volatilityPpm: 0 };
    engine.apply({ type: 'openMarket', time: 0, market });
  }
  for (const owner of [1000, 1001, 1002]) {
    engine.assets.forEach((_, asset) => engine.apply(buildDeposit({ owner, asset, amount: 10 ** 12 })));
  }
  directory = new Directory(engine);
});

const nearby = ['0.1', '0.01', '1', '5', '10', '97000', '97000.1', '96999.9', '97001', '0.00001', '0.0001', '3500'];

/** A number: a valid one, random digits, or nonsense. */
function numberFrom(random: Random): string {
  if (random.oneIn(8)) return random.pick(hostileTexts);
  if (random.oneIn(2)) return random.pickOr(nearby, '1');
  const digits = (most: number) => Array.from({ length: random.below(most + 1) }, () => random.below(10)).join('');
  return random.oneIn(3) ? digits(22) : `${digits(7)}.${digits(9)}`;
}

function inputFrom(random: Random, index: number): Record<string, unknown> {
  const input: Record<string, unknown> = {
    clientOrderId: random.oneIn(20) ? `again-${random.below(10)}` : `order-${index}`,
    symbol: random.oneIn(2) ? 'BTC/USDT' : (markets[random.below(markets.length)]?.symbol ?? ''),
    side: random.pick(['buy', 'sell']),
    type: random.pick(['limit', 'limit', 'market']),
    timeInForce: random.pick(['GTC', 'GTC', 'IOC', 'FOK']),
    postOnly: String(random.oneIn(8)),
  };
  const isLimit = input['type'] === 'limit';
  if (isLimit !== random.oneIn(20)) input['price'] = numberFrom(random);
  if (isLimit || random.oneIn(2)) input['quantity'] = numberFrom(random);
  else input['amount'] = numberFrom(random);
  if (random.oneIn(30)) input['amount'] = numberFrom(random);
  if (random.oneIn(6)) {
    input['stopPrice'] = numberFrom(random);
    input['stopDirection'] = random.pick(['rising', 'falling']);
  }
  if (random.oneIn(10)) input['visibleQuantity'] = numberFrom(random);
  if (random.oneIn(30)) input[random.pick(['side', 'type', 'symbol', 'price'])] = random.pick(hostileTexts);
  if (random.oneIn(50)) input['price'] = random.pick<unknown>([Number.NaN, 97_000, null, [], {}, Infinity]);
  return input;
}

/** An order reaches the ledger exactly as the wire says, or it is refused. */
function commandOf(fields: Record<string, unknown>, owner: number): PlaceOrder | null {
  const parsed = safeParse(calls.trade.create.input, fields);
  if (!parsed.success) return null;
  const input = parsed.data;
  const view = directory.market(input.symbol);
  if (view === null) return null;
  try {
    const order = { ...parseSize(input, view), ...parseTerms(input, view) };
    expectExact(input, order, view);
    expectPrinted(order, view);
    const { clientOrderId, side, type: orderType, timeInForce, postOnly } = input;
    const how = { side, orderType, timeInForce, postOnly, selfTrade: 'cancelNewest' } as const;
    return { type: 'place', time: 1, owner, clientOrderId, market: view.id, ...how, ...order };
  } catch (error) {
    if (error instanceof Refusal || error instanceof FieldRefusal) return null;
    throw error;
  }
}

/** More than any order may have; represents every larger amount. */
const most = 2 ** 52;

function expectExact(
  {
    price,
    quantity,
    amount,
  }: { price?: string | undefined; quantity?: string | undefined; amount?: string | undefined },
  order: Pick<PlaceOrder, 'priceTicks' | 'quantityLots' | 'amount'>,
  view: MarketView,
): void {
  const rows = [
    [price, order.priceTicks, view.tickMantissa, view.pricePlaces],
    [quantity, order.quantityLots, view.lotMantissa, view.quantityPlaces],
    [amount, order.amount, 1, view.quote.decimals],
  ] as const;
  for (const [text, steps, mantissa, places] of rows) {
    if (!Number.isSafeInteger(steps) || steps < 0) throw new Error(`${text} became ${steps}`);
    if (text === undefined || steps > most) continue;
    const [integer = '', fraction = ''] = text.split('.');
    const scaled = BigInt(integer + fraction.padEnd(40, '0'));
    if (scaled !== BigInt(steps) * BigInt(mantissa) * 10n ** BigInt(40 - places)) {
      throw new Error(`${text} became ${steps} steps of ${mantissa} at ${places} places`);
    }
  }
}

/** An accepted order can be printed exactly as it was read. */
function expectPrinted(order: ReturnType<typeof parseSize> & ReturnType<typeof parseTerms>, view: MarketView): void {
  const { priceTicks, stopTicks = 0, quantityLots, visibleLots = 0 } = order;
  for (const ticks of [priceTicks, stopTicks]) {
    if (ticksOf(formatPrice(view, ticks), view) !== ticks) throw new Error(`${ticks} ticks are printed otherwise`);
  }
  for (const lots of [quantityLots, visibleLots]) {
    if (lotsOf(formatQuantity(view, lots), view) !== lots) throw new Error(`${lots} lots are printed otherwise`);
  }
}

test(`${count} generated orders: read exactly or refused, and no money comes or goes`, { timeout: 600_000 }, () => {
  let read = 0;
  for (let index = 0; index < count; index++) {
    const random = createRandom(11, index);
    const command = commandOf(inputFrom(random, index), 1000 + random.below(3));
    if (command === null) continue;
    read += 1;
    engine.apply(command);
    if (index % 1000 === 0) engine.validate();
  }
  engine.validate();
  expect(below).toEqual([]);
  expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([]);
  // Both outcomes are frequent enough to prove something.
  expect(read).toBeGreaterThan(count / 10);
  expect(accepted).toBeGreaterThan(count / 200);
  expect(count - read).toBeGreaterThan(count / 10);
});
