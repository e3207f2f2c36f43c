import { continueOpening, setState, runTriggeredStops } from './market-states.ts';
import { started, untilItsTime } from './forms.ts';
import { cancelOrder, isReached } from './trade.ts';
import { isOpen, type NaiveOrder, type NaiveWork, type World } from './world.ts';
import type { CancelReason } from '@fft/engine';

interface Due {
  readonly time: number;
  /** Orders expiries before dead-man timers before markets. */
  readonly rank: number;
  readonly subject: number;
  readonly scope: number;
  run(): void;
}

/** Continues pending work, then runs due timers one by one, within the command's work limit. */
export function runDue(world: World): void {
  for (;;) {
    runPendingWork(world);
    const [next] = dueNow(world);
    if (world.work.length > 0 || world.workLeft <= 0 || next === undefined) return;
    world.workLeft -= 10;
    next.run();
  }
}

/** Continues pending work, oldest first. */
export function runPendingWork(world: World): void {
  while (world.work[0] !== undefined && continueWork(world, world.work[0])) world.work.shift();
}

function continueWork(world: World, work: NaiveWork): boolean {
  if (work.kind === 'cancels') return continueCancelAll(world, work);
  if (work.kind === 'keptCancels') return continueKeptCancels(world, work);
  const market = world.market(work.market);
  if (work.kind === 'opening') {
    if (market.opening === null) return true;
    if (!continueOpening(world, market)) return false;
  }
  return runTriggeredStops(world, market);
}

function continueCancelAll(world: World, work: NaiveWork & { kind: 'cancels' }): boolean {
  for (;;) {
    const next = world.orders.find((order) => {
      const { owner, market } = order.command;
      return isOpen(order) && owner === work.owner && work.markets.includes(market) && order.id <= work.upTo;
    });
    if (next === undefined) return true;
    if (world.workLeft <= 0) return false;
    world.workLeft -= 10;
    cancelOrder(world, next, work.reason);
  }
}

function continueKeptCancels(world: World, work: NaiveWork & { kind: 'keptCancels' }): boolean {
  while (work.orders.length > 0) {
    const open = world.orders.find(({ id }) => id === work.orders[0] && world.isOpen(id));
    if (open !== undefined) {
      if (world.workLeft <= 0) return false;
      world.workLeft -= 10;
      cancelOrder(world, open, 'byOwner');
    }
    work.orders = work.orders.slice(1);
  }
  return true;
}

function dueNow(world: World): Due[] {
  return allDue(world)
    .filter(({ time }) => time <= world.time)
    .toSorted((a, b) => a.time - b.time || a.rank - b.rank || a.subject - b.subject || a.scope - b.scope);
}

/** The time of the next due work, or Infinity. */
export function nextDueAt(world: World): number {
  if (world.work.length > 0) return world.time;
  return Math.min(...allDue(world).map(({ time }) => time));
}

function allDue(world: World): Due[] {
  const due: Due[] = [];
  for (const order of world.orders.filter(isOpen)) {
    const { expiresAt = 0, goodAfter = 0 } = order.command;
    const timer = { rank: 0, subject: order.id, scope: 0 };
    if (order.trigger === untilItsTime) due.push({ ...timer, time: goodAfter, run: () => start(world, order) });
    else if (expiresAt > 0) due.push({ ...timer, time: expiresAt, run: () => cancelOrder(world, order, 'expired') });
  }
  for (const deadMan of world.deadMen) {
    const run = () => {
      world.deadMen = world.deadMen.filter((one) => one !== deadMan);
      const { owner, market } = deadMan;
      const markets = world.markets.map(({ id }) => id).filter((id) => market === -1 || id === market);
      startCancelAll(world, owner, markets, 'deadMan');
    };
    due.push({ time: deadMan.time, rank: 1, subject: deadMan.owner, scope: deadMan.market, run });
  }
  for (const market of world.markets.filter(({ until }) => until > 0)) {
    const run = () => {
      const { state, auctionMs = 0 } = market.rules;
      if (state === 'halted' && auctionMs > 0) setState(world, market, 'auction', auctionMs);
      else setState(world, market, 'open');
      runTriggeredStops(world, market);
    };
    due.push({ time: market.until, rank: 2, subject: market.id, scope: 0, run });
  }
  return due;
}

/** Lets an order whose time has come wait behind those that started before; it executes once the market is open. */
function start(world: World, order: NaiveOrder): void {
  const market = world.market(order.command.market);
  order.trigger = started;
  world.arrive(order);
  if (!isReached(market, started.direction, started.ticks)) market.reached.push(started);
  runTriggeredStops(world, market);
}

/** Schedules the cancellation of an owner's open orders in these markets, oldest first. */
export function startCancelAll(world: World, owner: number, markets: readonly number[], reason: CancelReason): void {
  const own = world.orders.filter((order) => isOpen(order) && order.command.owner === owner);
  const used = markets.filter((id) => own.some(({ command }) => command.market === id));
  if (used.length > 0) world.work.push({ kind: 'cancels', owner, markets: used, upTo: world.orders.length, reason });
}
