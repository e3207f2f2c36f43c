import type { MarketLimits, SetFees, SetMarketLimits } from '@fft/engine';
import { isOpen, type NaiveEndedFees, type NaiveOrder, type World } from './world.ts';

/** Sets or removes a customer's own fees. Without protection the customer's orders count as placed under the new ones. */
export function setFees(world: World, { owner, makerFeePpm, takerFeePpm, feeProtection }: SetFees): void {
  const before = world.fees.get(owner) ?? null;
  if (makerFeePpm === -1) world.fees.delete(owner);
  else world.fees.set(owner, { makerFeePpm, takerFeePpm });
  const fees = world.fees.get(owner) ?? null;
  if (feeProtection === true) {
    if (JSON.stringify(before) === JSON.stringify(fees)) return;
    world.endedFees.push({ scope: 'owner', subject: owner, upTo: world.orders.length, fees: before });
    return;
  }
  world.endedFees = world.endedFees.filter(({ scope, subject }) => scope !== 'owner' || subject !== owner);
  for (const order of world.orders) if (order.command.owner === owner) order.ownFees = fees;
}

/** The same for a market's fees, given its next limits. */
export function setMarketFees(world: World, command: SetMarketLimits, next: Partial<MarketLimits>): void {
  const { rules, id } = world.market(command.market);
  const { makerFeePpm, takerFeePpm } = rules;
  const fees = { makerFeePpm: next.makerFeePpm ?? 0, takerFeePpm: next.takerFeePpm ?? 0 };
  if (command.feeProtection === true) {
    if (fees.makerFeePpm === makerFeePpm && fees.takerFeePpm === takerFeePpm) return;
    const before = { makerFeePpm, takerFeePpm };
    world.endedFees.push({ scope: 'market', subject: id, upTo: world.orders.length, fees: before });
    return;
  }
  world.endedFees = world.endedFees.filter(({ scope, subject }) => scope !== 'market' || subject !== id);
  for (const order of world.orders) if (order.command.market === id) order.marketFees = fees;
}

/** The ended fees under which an open order was placed. */
export function neededFees(world: World): NaiveEndedFees[] {
  const open = world.orders.filter(isOpen);
  return world.endedFees.filter((ended, place) => {
    const earlier = world.endedFees.slice(0, place).filter((one) => isSameScope(one, ended));
    const from = Math.max(0, ...earlier.map(({ upTo }) => upTo));
    return open.some((order) => isIn(order, ended) && order.id > from && order.id <= ended.upTo);
  });
}

function isSameScope(one: NaiveEndedFees, other: NaiveEndedFees): boolean {
  return one.scope === other.scope && one.subject === other.subject;
}

function isIn({ command }: NaiveOrder, { scope, subject }: NaiveEndedFees): boolean {
  return subject === (scope === 'market' ? command.market : command.owner);
}
