import type { PlacePair, Rejection } from '@fft/engine';
import { isStop, isWellFormed } from './forms.ts';
import { bookRejection, holdOf, isOffered, orderRejection } from './rejections.ts';
import { fundingOf } from './trade.ts';
import type { NaiveOrder, World } from './world.ts';

/** Does work on a pair, whose stop may replace one that waits if the pair says so. */
export function ofPair<T>(world: World, { bothWait }: PlacePair, work: () => T): T {
  world.pairsStops = bothWait === true;
  const done = work();
  world.pairsStops = false;
  return done;
}

/** The rejection of a pair, or null. The stop is checked as if the other order rested or waited already. */
export function pairRejection(world: World, pair: PlacePair): Rejection | null {
  const { limit, stop } = pair;
  if (!world.hasMarket(limit.market)) return 'unknownMarket';
  const areOffered = isWellFormed(pair) && [limit, stop].every((leg) => isOffered(leg, world.market(limit.market)));
  if (!areOffered) return 'malformed';
  const rejection = orderRejection(world, limit);
  if (rejection !== null) return rejection;
  const isOpen = world.rules(limit.market).state === 'open';
  const crossing = isOpen && !isStop(limit) ? bookRejection(world, { ...limit, postOnly: true }) : null;
  if (crossing !== null) return crossing;

  const open = BigInt(limit.quantityLots);
  const held = holdOf(world, limit);
  const resting: NaiveOrder = {
    id: world.orders.length + 1,
    command: limit,
    state: isStop(limit) ? 'waiting' : 'resting',
    open,
    shown: open,
    arrival: 0,
    held: isStop(limit) ? held : 0n,
    otherLeg: null,
    trigger: null,
    extreme: null,
    limitOffset: 0,
    wasAmended: false,
    ownFees: null,
    marketFees: world.rules(limit.market),
  };
  const { owner, kind, asset } = fundingOf(world, resting);
  const account = world.account(owner, kind, asset);
  if (account === undefined) return 'insufficientBalance';
  account.available -= held;
  world.orders.push(resting);
  // First, as an ended order may still have its id.
  world.memory.unshift({ command: limit, time: world.time, orderId: resting.id, rejection: null });
  const ofStop = orderRejection(world, stop);
  world.memory.shift();
  world.orders.pop();
  account.available += held;
  return ofStop;
}
