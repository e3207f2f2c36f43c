import type { Command, PlaceOrder, PlacePair } from '@fft/engine';
import { buildAmend, buildCancel, buildOrder } from '../commands/build.ts';

/** The owners in examples. */
export const people: Readonly<Record<string, number>> = { ann: 1000, bob: 1001, cat: 1002, dan: 1003 };

type Read = (words: RegExpMatchArray, time: number) => Command;

const anyone = Object.keys(people).join('|');
const all = { market: 'all' } as const;

/** The sentences of examples and their commands. */
const sentences: readonly (readonly [RegExp, Read])[] = [
  [new RegExp(`^(\\S+): (${anyone}) (buys|sells) (?:(\\d+)|for (\\d+)) at (?:market|(\\d+))(?:, (.*))?$`), readOrder],
  [
    new RegExp(
      `^(\\S+) and (\\S+): (${anyone}) (buys|sells) (\\d+) at (\\d+), or at (\\d+) once it (rises|falls) to (\\d+)$`,
    ),
    readPair,
  ],
  [
    new RegExp(`^(${anyone}) amends (\\S+) to (\\d+) at (\\d+)$`),
    ([, who, id, lots, price], time) => ({
      ...buildAmend({ owner: ownerOf(who), clientOrderId: id ?? '' }),
      time,
      quantityLots: Number(lots),
      priceTicks: Number(price),
    }),
  ],
  [
    new RegExp(`^(${anyone}) cancels all$`),
    ([, who], time) => ({ type: 'cancelAll', time, owner: ownerOf(who), ...all }),
  ],
  [
    new RegExp(`^(${anyone}) cancels (\\S+)$`),
    ([, who, id], time) => ({ ...buildCancel({ owner: ownerOf(who), clientOrderId: id ?? '' }), time }),
  ],
  [
    new RegExp(`^(${anyone}) wants to be heard of within (\\d+) s$`),
    ([, who, seconds], time) => {
      return { type: 'armDeadMan', time, owner: ownerOf(who), ...all, timeoutMs: Number(seconds) * 1000 };
    },
  ],
  [
    new RegExp(`^(${anyone}) pays (\\d+) ppm as maker, (\\d+) as taker$`),
    ([, who, maker, taker], time) => {
      const fees = { makerFeePpm: Number(maker), takerFeePpm: Number(taker) };
      return { type: 'setFees', time, owner: ownerOf(who), ...fees, feeProtection: true };
    },
  ],
  [
    /^the market is set to (open|halted|cancelOnly|auction)$/,
    ([, state], time) => ({ type: 'setMarketState', time, market: 0, state: state as 'open' }),
  ],
];

/** Parses one line of an example. */
export function readCommand(line: string, time: number): Command {
  for (const [form, read] of sentences) {
    const words = line.match(form);
    if (words !== null) return read(words, time);
  }
  throw new Error(`cannot parse line: ${line}`);
}

function ownerOf(who: string | undefined): number {
  return people[who ?? ''] ?? 0;
}

function readOrder([, id, who, side, lots, amount, price, options]: RegExpMatchArray, time: number): PlaceOrder {
  const order = buildOrder({
    time,
    clientOrderId: id ?? '',
    owner: ownerOf(who),
    side: side === 'buys' ? 'buy' : 'sell',
    orderType: price === undefined ? 'market' : 'limit',
    priceTicks: Number(price ?? 0),
    quantityLots: Number(lots ?? 0),
    amount: Number(amount ?? 0),
  });
  return (options === undefined ? [] : options.split(', ')).reduce(addOption, order);
}

function readPair(words: RegExpMatchArray, time: number): PlacePair {
  const [, limitId = '', stopId = '', who, side, lots, price, stopPrice, turn, stopTicks] = words;
  const both = {
    time,
    owner: ownerOf(who),
    side: side === 'buys' ? 'buy' : 'sell',
    quantityLots: Number(lots),
  } as const;
  const limit = buildOrder({ ...both, clientOrderId: limitId, priceTicks: Number(price) });
  const stop = buildOrder({ ...both, clientOrderId: stopId, priceTicks: Number(stopPrice) });
  const trigger = { stopTicks: Number(stopTicks), stopDirection: turn === 'rises' ? 'rising' : 'falling' } as const;
  return { type: 'placePair', time, limit, stop: { ...stop, ...trigger, otherLeg: limitId } };
}

/** Options that set one number. */
const numbers = {
  'showing ': 'visibleLots',
  'from ': 'activationTicks',
  'take profit at ': 'takeProfitTicks',
  'stop loss at ': 'stopLossTicks',
  'not beyond ': 'stopLossLimitTicks',
} as const satisfies Record<string, keyof PlaceOrder>;

function addOption(order: PlaceOrder, option: string): PlaceOrder {
  const number = Number(option.match(/\d+/)?.[0]);
  const field = Object.entries(numbers).find(([words]) => option.startsWith(words));
  if (field !== undefined) return { ...order, [field[1]]: number };
  if (option === 'immediate or cancel') return { ...order, timeInForce: 'IOC' };
  if (option === 'all or nothing') return { ...order, timeInForce: 'FOK' };
  if (option === 'post-only') return { ...order, postOnly: true };
  if (option === 'own older orders give way') return { ...order, selfTrade: 'cancelOldest' };
  if (option === 'own orders on both sides give way') return { ...order, selfTrade: 'cancelBoth' };
  if (option.startsWith('until second ')) return { ...order, expiresAt: number * 1000 };
  if (option.startsWith('once it rises to ')) return { ...order, stopTicks: number, stopDirection: 'rising' };
  if (option.startsWith('once it falls to ')) return { ...order, stopTicks: number, stopDirection: 'falling' };
  if (/^trailing by \d+ bps$/.test(option)) return { ...order, trailBps: number };
  if (/^trailing by \d+$/.test(option)) return { ...order, trailTicks: number };
  if (option.startsWith('instead of ')) return { ...order, otherLeg: option.slice('instead of '.length) };
  throw new Error(`cannot parse option: ${option}`);
}
