import { type Command, createEngine, type MarketRules, type PlaceOrder } from '@fft/engine';
import { atLeast, type Figure, printFigures, measured } from './engine/figures.ts';
import { LeastTime } from './engine/least-time.ts';
import { Tally } from './engine/ours.ts';
import { rules } from './engine/orders.ts';

const steps = 300_000;
const rounds = 4;
const batchSize = 500;
const resting = 1000;
const middle = 10_000;
const spread = 40;
const owners = 100;
const firstCustomer = 1000;

const market: MarketRules = { ...rules, symbol: 'BTC/USDT' };

/**
 * The mix of exchange-core's published figures: 9 % GTC, 3 % IOC, 6 % cancels and 82 % moves to another price, over about 1,000 resting
 * orders. Ours includes balances, fees, remembered ids and all events.
 */
export function mixFigures(): Figure[] {
  const time = new LeastTime();
  let trades = 0;
  for (let round = 0; round < rounds; round += 1) {
    const tally = new Tally();
    const engine = createEngine(tally);
    for (const command of opening()) engine.apply(command);
    const commands = makeMix();
    for (let from = 0; from < steps; from += batchSize) {
      const batch = commands.slice(from, from + batchSize);
      time.measure(from / batchSize, () => batch.forEach((command) => engine.apply(command)));
    }
    trades = tally.trades;
  }
  return [
    atLeast("exchange-core's mix", (steps / time.ms) * 1000, 5_000_000, ' commands/s'),
    measured("exchange-core's mix: trades per 100 commands", (trades / steps) * 100),
  ];
}

function opening(): Command[] {
  const money = { type: 'deposit', time: 0, source: 'chain', kind: 'coin', amount: 1e11 } as const;
  const people = Array.from({ length: owners }, (_, index) => firstCustomer + index);
  return [
    { type: 'openAsset', time: 0, asset: { code: 'BTC', decimals: 8 } },
    { type: 'openAsset', time: 0, asset: { code: 'USDT', decimals: 6 } },
    { type: 'openMarket', time: 0, market },
    ...people.flatMap((owner): Command[] => [
      { ...money, owner, requestId: 'btc', asset: 0 },
      { ...money, owner, requestId: 'usdt', asset: 1 },
    ]),
    ...Array.from({ length: resting }, (_, index) => place(`first-${index}`, index)),
  ];
}

/** A reproducible pseudo-random number. */
function mixed(index: number): number {
  const hash = Math.imul(index ^ (index >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

function makeMix(): Command[] {
  const ids = Array.from({ length: resting }, (_, index) => ({ id: `first-${index}`, index }));
  return Array.from({ length: steps }, (_, step): Command => {
    const share = step % 100;
    const chosen = mixed(step) % ids.length;
    const order = ids[chosen] ?? { id: '', index: 0 };
    const owner = ownerOf(order.index);
    if (share < 9) {
      const placed = { id: `new-${step}`, index: step };
      ids.push(placed);
      return place(placed.id, step);
    }
    if (share < 12) return { ...place(`ioc-${step}`, step), timeInForce: 'IOC' };
    if (share < 18) {
      ids[chosen] = ids.at(-1) ?? order;
      ids.pop();
      return { type: 'cancel', time: 0, owner, orderId: 0, clientOrderId: order.id };
    }
    const priceTicks = priceOf(order.index, mixed(step * 31));
    return { type: 'amend', time: 0, owner, orderId: 0, clientOrderId: order.id, priceTicks, quantityLots: 10 };
  });
}

function ownerOf(index: number): number {
  return firstCustomer + (index % owners);
}

/** Buys below the middle and sells above it; one in twenty crosses. */
function priceOf(index: number, chance: number): number {
  const distance = 1 + (chance % spread);
  const towards = chance % 20 === 0 ? -distance : distance;
  return index % 2 === 0 ? middle - towards : middle + towards;
}

function place(clientOrderId: string, index: number): PlaceOrder {
  const plain = { postOnly: false, selfTrade: 'cancelNewest', amount: 0, quantityLots: 10, market: 0 } as const;
  const kind = { type: 'place', time: 0, orderType: 'limit', timeInForce: 'GTC' } as const;
  const side = index % 2 === 0 ? 'buy' : 'sell';
  return {
    ...kind,
    ...plain,
    side,
    owner: ownerOf(index),
    clientOrderId,
    priceTicks: priceOf(index, mixed(index * 17)),
  };
}

if (import.meta.main) printFigures("engine, exchange-core's mix", mixFigures());
