import type { Command, PlaceOrder } from '@fft/engine';
import fc from 'fast-check';
import { anyCommand, owners } from './arbitrary.ts';
import { streamMarkets } from './stream-markets.ts';
import { listing } from './build.ts';

/**
 * Listings, deposits, then random commands of several owners, some of them repeated. Half of the streams use several markets in all states;
 * the others crowd one market that is mostly open, with large balances and close prices.
 */
export function commandStream(length: { min: number; max: number }): fc.Arbitrary<Command[]> {
  const step = fc.record({ command: anyCommand, repeat: fc.integer({ min: 0, max: 200 }) });
  const steps = fc.array(step, { minLength: length.min, maxLength: length.max, size: 'max' });
  return fc.tuple(steps, fc.boolean()).map(([chosen, isCrowded]) => {
    const commands: Command[] = [...listing(streamMarkets), ...funding(isCrowded ? 20_000_000 : 200_000)];
    let now = 0;
    for (const { command, repeat } of chosen) {
      const again = repeat < 8 ? commands[commands.length - 1 - repeat] : undefined;
      if (again !== undefined) {
        commands.push(again);
        continue;
      }
      const later = repeat < 14 ? commands.findLast((one) => one.type === 'place' && one.repeatMs !== undefined) : null;
      if (later) {
        now += 300 * repeat;
        commands.push({ ...later, time: now });
        continue;
      }
      const next = isCrowded ? crowd(command) : command;
      const isTimed = Number.isSafeInteger(next.time);
      if (isTimed) now += next.time;
      commands.push(isTimed ? atTime(next, now, commands) : next);
    }
    return commands;
  });
}

/** One stream of `length` random commands, reproducible per seed. */
export function randomStream(seed: number, length: number): Command[] {
  const [stream = []] = fc.sample(commandStream({ min: length, max: length }), { seed, numRuns: 1 });
  return stream;
}

/** The same stream in two parts: listings and deposits, then the rest. */
export function streamOf(seed: number, length: number): { opening: Command[]; commands: Command[] } {
  const stream = randomStream(seed, length);
  const opened = listing(streamMarkets).length + funding(0).length;
  return { opening: stream.slice(0, opened), commands: stream.slice(opened) };
}

/** Moves a command to the first market, and its prices together. */
function crowd(command: Command): Command {
  switch (command.type) {
    case 'place': {
      const { stopTicks, activationTicks } = command;
      const closer = stopTicks === undefined ? {} : { stopTicks: near(stopTicks) };
      const sooner = activationTicks === undefined ? {} : { activationTicks: near(activationTicks) };
      const legs = ['takeProfitTicks', 'stopLossTicks', 'stopLossLimitTicks'] as const;
      const tighter = legs.flatMap((leg) => (command[leg] === undefined ? [] : [[leg, near(command[leg])]]));
      const closerLegs = Object.fromEntries(tighter) as Partial<PlaceOrder>;
      return { ...command, market: 0, priceTicks: near(command.priceTicks), ...closer, ...sooner, ...closerLegs };
    }
    case 'placePair': {
      const { limit, stop } = command;
      return isLeg(limit) && isLeg(stop)
        ? { ...command, limit: { ...limit, market: 0 }, stop: { ...stop, market: 0 } }
        : command;
    }
    case 'convert': {
      const { first, second } = command;
      const closer = (order: PlaceOrder) => ({ ...order, priceTicks: near(order.priceTicks) });
      if (!isLeg(first)) return command;
      return { ...command, first: closer(first), ...(isLeg(second) && { second: closer(second) }) };
    }
    case 'amend':
      return { ...command, priceTicks: near(command.priceTicks) };
    case 'setMarketState':
      return { ...command, market: 0, state: command.state === 'open' ? 'open' : 'auction' };
    default:
      return command;
  }
}

function isLeg(leg: PlaceOrder | undefined): leg is PlaceOrder {
  return typeof leg === 'object' && leg !== null;
}

/** Maps 90–110 to 96–104; other prices stay unchanged. */
function near(priceTicks: number): number {
  return priceTicks > 80 && priceTicks < 120 ? 100 + Math.round((priceTicks - 100) * 0.4) : priceTicks;
}

/** Sets a command's time, and fields relative to it or to earlier orders. */
function atTime(command: Command, time: number, before: readonly Command[]): Command {
  if (command.type === 'place') return { ...command, ...tieOf(command, before), ...expiryOf(command, time), time };
  if (command.type !== 'amend' && command.type !== 'cancel') return { ...command, time };
  return { ...command, ...recentOf(command.orderId, before), time };
}

/** The owner, market and side of the last order, for a stop that replaces it. */
function tieOf(command: PlaceOrder, before: readonly Command[]): Partial<PlaceOrder> {
  const last = before.findLast((one) => one.type === 'place' && one.orderType === 'limit');
  if (command.otherLeg !== 'last' || last?.type !== 'place') return {};
  return { owner: last.owner, market: last.market, side: last.side, otherLeg: last.clientOrderId };
}

function expiryOf({ expiresAt = 0 }: PlaceOrder, time: number): Partial<PlaceOrder> {
  return Number.isSafeInteger(expiresAt) && expiresAt > 0 ? { expiresAt: time + expiresAt - 50 } : {};
}

/** High order numbers refer to one of the last few orders. */
function recentOf(orderId: number, before: readonly Command[]) {
  if (typeof orderId !== 'number' || !(orderId > 40)) return {};
  const placed = before.filter((one) => one.type === 'place' && one.orderType === 'limit');
  const order = placed.at(-((orderId % 12) + 1));
  return order?.type === 'place' ? { owner: order.owner, orderId: 0, clientOrderId: order.clientOrderId } : {};
}

function funding(amount: number): Command[] {
  const from = { type: 'deposit', time: 0, source: 'chain', kind: 'coin' } as const;
  return owners.flatMap((owner) =>
    [0, 1, 2].map((asset): Command => ({ ...from, requestId: `fund-${owner}-${asset}`, owner, asset, amount })),
  );
}
