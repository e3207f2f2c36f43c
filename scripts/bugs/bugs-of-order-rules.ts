import type { PlantedBug } from './planted-bug.ts';

/** Planted bugs in what `orderRules` adds. */
export const bugsOfOrderRules: readonly PlantedBug[] = [
  {
    name: 'a market order by quantity has no least value',
    file: 'rules/order-rules.ts',
    right: 'if (market.lastPriceTicks > 0) return market.lastPriceTicks;',
    wrong: 'if (market.lastPriceTicks > 0) return 0;',
  },
  {
    name: 'older journals have the least value of market orders too',
    file: 'rules/order-rules.ts',
    right: 'if (!hasOrderRules(market.rules)) return 0;',
    wrong: '',
  },
  {
    name: 'a value that prices decide is a reason of form',
    file: 'handlers/place.ts',
    right: 'return dependsOnPrices && isValuedByMarket(state.ticket) ? null : rejection;',
    wrong: 'return rejection;',
  },
  {
    name: 'an older market offers all stops',
    file: 'rules/order-rules.ts',
    right: 'if (!ticket.isStop || hasOrderRules(rules)) return true;',
    wrong: 'if (rules !== null) return true;',
  },
  {
    name: 'a market buy that triggers pays beyond what it froze',
    file: 'matching/run-triggered-stops.ts',
    right: 'ticket.limitTicks = Math.min(ticket.limitTicks, worstTicks);',
    wrong: '',
  },
  {
    name: 'a market buy that triggers needs the money of a collar that has become wider',
    file: 'matching/run-triggered-stops.ts',
    right: 'Math.min(capTicks(triggerTicks, market), Math.floor(funds / costOfTick))',
    wrong: 'capTicks(triggerTicks, market)',
  },
  {
    name: 'a market buy that triggers forgets what its other leg holds',
    file: 'matching/run-triggered-stops.ts',
    right: 'conditions.held + (leg === none ? 0 : heldOf(state, market, leg))',
    wrong: 'conditions.held',
  },
  {
    name: 'a FOK stop that cannot fill trades what there is',
    file: 'matching/execute.ts',
    right:
      'if (!wasOpen || !ticket.isFillOrKill || walkBook(state, market).lots >= ticket.openLots) return match(state, market);',
    wrong: 'if (market !== null) return match(state, market);',
  },
];
