import { setState, settleDown } from './market-states.ts';
import { cancelOpen } from './trade.ts';
import { isOpen, type NaiveOrder, type World } from './world.ts';
import type { CancelReason } from '@fft/engine';

interface Due {
  readonly time: number;
  /** Expiries before dead-man timers before markets. */
  readonly rank: number;
  readonly subject: number;
  readonly scope: number;
  run(): void;
}

/** Does what is due by now, one after the other. */
export function runDue(world: World): void {
  for (let [next] = dueNow(world); next !== undefined; [next] = dueNow(world)) next.run();
}

function dueNow(world: World): Due[] {
  return allDue(world)
    .filter(({ time }) => time <= world.time)
    .toSorted((a, b) => a.time - b.time || a.rank - b.rank || a.subject - b.subject || a.scope - b.scope);
}

/** When the next thing is due; Infinity where nothing is. */
export function nextDueAt(world: World): number {
  return Math.min(...allDue(world).map(({ time }) => time));
}

function allDue(world: World): Due[] {
  const due: Due[] = [];
  for (const order of world.orders.filter(isOpen)) {
    const { expiresAt = 0 } = order.command;
    const run = () => cancelOpen(world, order, 'expired');
    if (expiresAt > 0) due.push({ time: expiresAt, rank: 0, subject: order.id, scope: 0, run });
  }
  for (const deadMan of world.deadMen) {
    const run = () => {
      world.deadMen = world.deadMen.filter((one) => one !== deadMan);
      const { owner, market } = deadMan;
      const orders = world.orders.filter((one) => market === -1 || one.command.market === market);
      cancelAllOf(world, owner, orders, 'deadMan');
    };
    due.push({ time: deadMan.time, rank: 1, subject: deadMan.owner, scope: deadMan.market, run });
  }
  for (const market of world.markets.filter(({ until }) => until > 0)) {
    const run = () => {
      const { state, auctionMs = 0 } = market.rules;
      if (state === 'halted' && auctionMs > 0) setState(world, market, 'auction', auctionMs);
      else setState(world, market, 'open');
      settleDown(world, market);
    };
    due.push({ time: market.until, rank: 2, subject: market.id, scope: 0, run });
  }
  return due;
}

/** Cancels those of the orders that are the owner's and open, the oldest first. */
export function cancelAllOf(world: World, owner: number, orders: readonly NaiveOrder[], reason: CancelReason): void {
  for (const order of orders) if (order.command.owner === owner && isOpen(order)) cancelOpen(world, order, reason);
}
