import type { PlantedBug } from './planted-bug.ts';

/** Planted bugs in trailing stops. */
export const bugsOfTrails: readonly PlantedBug[] = [
  {
    name: 'a trailing stop does not trigger at exactly its price',
    file: 'trailing/trail-side.ts',
    right: 'if (this.queue.best >= key) this.reached = key;',
    wrong: 'if (this.queue.best > key) this.reached = key;',
  },
  {
    name: 'a trailing stop forgets a high that the same order made',
    file: 'trailing/trail-side.ts',
    right: 'if (this.highest > this.queue.lowest) this.queue.raise(this.highest);',
    wrong: '',
  },
  {
    name: 'a trailing stop follows the price back',
    file: 'trailing/trail-block.ts',
    right: 'return Math.max(this.extremes[index] as number, this.raised);',
    wrong: 'return this.raised === -Infinity ? (this.extremes[index] as number) : this.raised;',
  },
  {
    name: 'trailing stops follow while triggered ones wait for their turn',
    file: 'trailing/trail-side.ts',
    right: '      this.reached = Math.min(this.reached, key);\n      return;',
    wrong: '      this.reached = Math.min(this.reached, key);\n      this.queue.raise(key);\n      return;',
  },
  {
    name: 'a triggered trailing stop does not execute if the price returns',
    file: 'trailing/trail-side.ts',
    right: 'this.reached = Math.min(this.reached, key);',
    wrong: 'this.reached = key;',
  },
  {
    name: 'a market without trailing stops misses the worst price since they triggered',
    file: 'trailing/trail-side.ts',
    right: 'return this.queue.count === 0 && this.inactive.count === 0 && !this.isBusy;',
    wrong: 'return this.queue.count === 0 && this.inactive.count === 0;',
  },
  {
    name: 'trailing stops miss the price at which the triggered ones left the market',
    file: 'trailing/trail-side.ts',
    right: 'if (lastPriceTicks > 0) this.observe(lastPriceTicks);',
    wrong: '',
  },
  {
    name: 'an activated trailing stop forgets the best price since',
    file: 'trailing/trail-side.ts',
    right: 'this.activated = Math.max(this.activated ?? key, key);',
    wrong: 'this.activated = key;',
  },
  {
    name: 'an activated trailing stop misses the price of its own command',
    file: 'matching/run-triggered-stops.ts',
    right: '  side.observe(lastPriceTicks);\n',
    wrong: '',
  },
  {
    name: 'a block of trailing stops triggers by its longest trail',
    file: 'trailing/trail-block.ts',
    right: 'if (trail > 0) this.minTicks = Math.min(this.minTicks, trail);',
    wrong: 'if (trail > 0) this.minTicks = Math.max(this.minTicks === Infinity ? 0 : this.minTicks, trail);',
  },
  {
    name: 'a trail in basis points may be no tick at all',
    file: 'trailing/trail-block.ts',
    right: 'Math.max(1, multiplyDivideDown(extremeTicks, trailBps, maxTrailBps))',
    wrong: 'multiplyDivideDown(extremeTicks, trailBps, maxTrailBps)',
  },
  {
    name: 'the latest of several trailing stops executes first',
    file: 'trailing/trail-queue.ts',
    right: 'this.blocks.find(({ best }) => best === this.best)',
    wrong: 'this.blocks.findLast(({ best }) => best === this.best)',
  },
  {
    name: 'joined blocks of trailing stops lose their number',
    file: 'trailing/trail-queue.ts',
    right: 'for (const order of next.orders.subarray(0, next.count)) this.orders.setNext(order, block.number);',
    wrong: '',
  },
  {
    name: "a trailing stop's limit price stays behind",
    file: 'matching/run-triggered-stops.ts',
    right: 'if (limitTicks > 0) ticket.priceTicks = limitTicks;',
    wrong: '',
  },
  {
    name: 'a new trailing stop joins those that wait for their turn',
    file: 'rules/order-rules.ts',
    right: 'if (isTrailing) return market.trails.side(isBuy).isBusy;',
    wrong: 'if (isTrailing) return false;',
  },
  {
    name: 'a trailing stop begins to follow before its activation price',
    file: 'trailing/start-trail.ts',
    right:
      'return activationTicks === 0 || (isBuy ? lastPriceTicks <= activationTicks : lastPriceTicks >= activationTicks);',
    wrong: 'return true;',
  },
  {
    name: 'a trail may be as long as the price',
    file: 'rules/order-rules.ts',
    right: "if (ticket.isTrailing && centreTicks < 0) return 'priceOutsideBand';",
    wrong: '',
  },
  {
    name: 'the terms of a trailing stop are forgotten once it ends',
    file: 'requests/idempotency-index.ts',
    right: 'if (!areSameConditions(conditions, noConditions)) this',
    wrong:
      'if (!areSameConditions(conditions, noConditions) && conditions.trailTicks + conditions.trailBps === 0) this',
  },
  {
    name: 'a snapshot forgets the extremes of trailing stops',
    file: 'snapshot/snapshot.ts',
    right: 'side.follow(order, extremes[index] as number, orders.conditionState(order));',
    wrong: 'side.follow(order, 1, orders.conditionState(order));',
  },
];
