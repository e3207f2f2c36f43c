import type { Side } from '@fft/engine';
import { needOf } from './brackets.ts';
import { neededFees } from './fees.ts';
import { conditionWords, isTrailing, legPrices } from './forms.ts';
import { recentPrices } from './market-states.ts';
import { trailsOf } from './trails.ts';
import {
  idOf,
  type NaiveBracket,
  type NaiveMarket,
  type NaiveMemory,
  type NaiveOrder,
  type NaiveWork,
  type World,
} from './world.ts';

const hashes = new Map<string, bigint>();

/** FNV-1a, 64 bits. Cached, as most lines stay the same from one command to the next. */
function hashOf(line: string): bigint {
  const known = hashes.get(line);
  if (known !== undefined) return known;
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(line, 'ascii')) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  if (hashes.size > 100_000) hashes.clear();
  hashes.set(line, hash);
  return hash;
}

/** The state hash, as `MatchingEngine.stateHash` specifies it. */
export function naiveStateHash(world: World): string {
  const sum = linesOf(world).reduce((total, line) => total + hashOf(line), 0n);
  return (sum & 0xffffffffffffffffn).toString(16).padStart(16, '0');
}

function linesOf(world: World): string[] {
  return [
    ['time', world.time],
    ['lastOrder', world.orders.length],
    ...world.assets.map((asset, id) => ['asset', id, asset.code, asset.decimals]),
    ...world.markets.flatMap((market) => marketLines(world, market)),
    ...[...world.fees].map(([owner, fees]) => ['fees', owner, fees.makerFeePpm, fees.takerFeePpm]),
    ...neededFees(world).map(({ scope, subject, upTo, fees }) => {
      return ['feesBefore', scope, subject, upTo, fees?.makerFeePpm ?? -1, fees?.takerFeePpm ?? -1];
    }),
    ...world.deadMen.map(({ owner, market, time }) => ['deadMan', owner, market, time]),
    ...world.work.map(workWords),
    ...world.accounts
      .filter((one) => one.available !== 0n || one.frozen !== 0n)
      .map((one) => ['account', one.owner, one.kind, one.asset, one.available, one.frozen]),
    ...world.allRemembered().map((one) => [...wordsOf(one), ...idWords(world, one)]),
  ].map((words) => words.join(' '));
}

function marketLines(world: World, market: NaiveMarket): unknown[][] {
  const { id, reached, opening } = market;
  const seconds = Object.entries(Object.groupBy(recentPrices(world, market), ({ second }) => second));
  const isWatched = (market.rules.volatilityPpm ?? 0) > 0;
  return [
    ['market', id, ...marketWords(market)],
    ...(isWatched ? seconds : []).map(([second, trades = []]) => {
      const prices = trades.map(({ priceTicks }) => priceTicks);
      return ['prices', id, second, Math.min(...prices), Math.max(...prices)];
    }),
    ...reached.map(({ direction, ticks }, place) => ['reached', id, place, direction, ticks]),
    ...(opening === null ? [] : [['opening', id, opening.price, opening.walked]]),
    ...queueLines(world.queue(id, 'buy')),
    ...queueLines(world.queue(id, 'sell')),
    ...queueLines(world.stops(id).filter(({ command }) => !isTrailing(command))),
    ...(['sell', 'buy'] as const).flatMap((side) => trailLines(world, market, side)),
    ...market.brackets.map((bracket) => bracketWords(world, bracket)),
    ...market.legsDue.map((entry, place) => ['legs', id, place, entry]),
  ];
}

function workWords(work: NaiveWork, place: number): unknown[] {
  if (work.kind === 'keptCancels') return ['work', place, work.kind, work.market, work.orders.join(',')];
  if (work.kind !== 'cancels') return ['work', place, work.kind, work.market];
  return ['work', place, work.kind, work.owner, work.upTo, work.reason, work.markets.join(',')];
}

/** The lines of orders, given in queue order. */
function queueLines(orders: readonly NaiveOrder[]): unknown[][] {
  const lastAt = new Map<string, number>();
  return orders.map((order) => {
    const { id, command: c, open, shown, state, trigger } = order;
    const place = state === 'waiting' ? `${trigger?.ticks} ${trigger?.direction}` : `${c.priceTicks}`;
    const before = lastAt.get(place) ?? 0;
    lastAt.set(place, id);
    return state === 'waiting'
      ? stopWords(order, before)
      : ['order', id, open, shown, c.priceTicks, c.quantityLots, before];
  });
}

function stopWords({ id, held, command }: NaiveOrder, before: number): unknown[] {
  return ['stop', id, held, command.priceTicks, command.quantityLots, before];
}

function trailLines(world: World, market: NaiveMarket, side: Side): unknown[][] {
  const { reached, activated } = market.trails[side];
  const following = trailsOf(world, market, side, true);
  const inactive = trailsOf(world, market, side, false);
  const lines = [
    ...following.map((order, index) => trailWords(order, following[index - 1])),
    ...inactive.map((order, index) => {
      const { activationTicks } = order.command;
      const before = inactive.slice(0, index).findLast(({ command }) => command.activationTicks === activationTicks);
      return trailWords(order, before);
    }),
  ];
  if (reached === null && activated === null) return lines;
  return [...lines, ['trails', market.id, side, reached ?? 0, activated ?? 0]];
}

function trailWords({ id, held, limitOffset, extreme }: NaiveOrder, before: NaiveOrder | undefined): unknown[] {
  return ['trailing', id, held, limitOffset, extreme ?? 0, before?.id ?? 0];
}

function wordsOf({ command: c, time, orderId, rejection, stage }: NaiveMemory): unknown[] {
  const start = ['request', kindOf(c), c.owner, idOf(c), time];
  const outcome = rejection ?? '-';
  switch (c.type) {
    case 'deposit':
      return [...start, outcome, c.asset, c.kind, c.source, c.amount];
    case 'transfer':
      return [...start, outcome, c.asset, c.from, c.amount];
    case 'holdWithdrawal':
      return [...start, outcome, c.asset, c.kind, c.destination, c.amount, c.fee, stage ?? 'released'];
    case 'place': {
      const choices = [c.side, c.orderType, c.timeInForce, c.postOnly, c.selfTrade];
      return [
        ...start,
        orderId,
        outcome,
        c.market,
        ...choices,
        c.priceTicks,
        c.quantityLots,
        c.amount,
        ...conditionWords(c),
      ];
    }
  }
}

/** The words about an order's id. */
function idWords(world: World, { command, orderId, isFreed = false }: NaiveMemory): string[] {
  if (isFreed) return ['freed'];
  const isReusable = command.type === 'place' && command.repeatMs !== undefined;
  return isReusable && world.isOpen(orderId) ? ['reusable'] : [];
}

function bracketWords(world: World, bracket: NaiveBracket): unknown[] {
  const { entry, lots, received, takeProfit, stopLoss, sizes, placed } = bracket;
  const { owner, side } = entry.command;
  const legs = [takeProfit?.id ?? 0, stopLoss?.id ?? 0, sizes.takeProfit, sizes.stopLoss];
  const terms = ['bracket', entry.id, owner, side, ...legPrices(entry.command)];
  return [...terms, lots, received, ...legs, needOf(world, bracket, sizes), placed];
}

function kindOf({ type }: NaiveMemory['command']): string {
  if (type === 'place') return 'order';
  return type === 'holdWithdrawal' ? 'withdrawal' : type;
}

function marketWords({ rules: r, lastPriceTicks, tradeCount, until }: NaiveMarket): unknown[] {
  const units = [r.symbol, r.base, r.quote, r.unitsPerLot, r.unitsPerTickLot];
  const limits = [r.minQuantityLots, r.maxQuantityLots, r.minNotional, r.maxNotional];
  const rates = [r.makerFeePpm, r.takerFeePpm, r.bandPpm, r.collarPpm];
  const halt = [
    r.volatilityPpm ?? 0,
    r.haltMs ?? 0,
    r.auctionMs ?? 0,
    r.maxFillsPerCommand ?? 0,
    r.maxIcebergParts ?? 0,
  ];
  const own = r.orderRules ? ['orderRules', r.orderRules] : [];
  return [...units, ...limits, ...rates, r.maxOpenOrders, ...halt, r.state, lastPriceTicks, tradeCount, until, ...own];
}
