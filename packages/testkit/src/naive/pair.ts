import type { PlacePair, Rejection } from '@fft/engine';
import { isWellFormed } from './forms.ts';
import { bookRejection, holdOf, isOffered, orderRejection } from './rejections.ts';
import { fundingOf } from './trade.ts';
import type { NaiveOrder, World } from './world.ts';

/** The rejection of a pair, or null. The stop is checked as if the limit order rested already. */
export function pairRejection(world: World, pair: PlacePair): Rejection | null {
  const { limit, stop } = pair;
  if (!world.hasMarket(limit.market)) return 'unknownMarket';
  if (!isWellFormed(pair) || !isOffered(stop, world.market(limit.market))) return 'malformed';
  const rejection = orderRejection(world, limit);
  if (rejection !== null) return rejection;
  const isOpen = world.rules(limit.market).state === 'open';
  const crossing = isOpen ? bookRejection(world, { ...limit, postOnly: true }) : null;
  if (crossing !== null) return crossing;

  const open = BigInt(limit.quantityLots);
  const resting: NaiveOrder = {
    id: world.orders.length + 1,
    command: limit,
    state: 'resting',
    open,
    shown: open,
    arrival: 0,
    held: 0n,
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
  const held = holdOf(world, limit);
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
