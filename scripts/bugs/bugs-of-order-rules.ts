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
    right: 'if (!isStop || hasOrderRules(rules)) return true;',
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
    right: 'if (!wasOpen || !ticket.isFillOrKill || walkBook(state, market).isWhole) return match(state, market);',
    wrong: 'if (market !== null) return match(state, market);',
  },
  {
    name: 'an order by amount goes on at a worse price although its rest pays for no lot',
    file: 'matching/match.ts',
    right: "if (isSpent(ticket, priceTicks * market.rules.unitsPerTickLot)) return 'amountSpent';",
    wrong: '',
  },
  {
    name: 'a market sell by amount freezes what the amount buys at no price',
    file: 'rules/order-rules.ts',
    right: 'return ticket.isBuy ? cost : baseUnits(market.rules, lots);',
    wrong: 'return ticket.isBuy ? cost : baseUnits(market.rules, lots + 1);',
  },
  {
    name: 'the second order of a conversion gives the fee of the first as well',
    file: 'handlers/convert.ts',
    right: 'return sum + received - feeOn(received, takerFeePpm);',
    wrong: 'return sum + received - feeOn(received, 0);',
  },
  {
    name: 'a conversion may bring one unit too little',
    file: 'handlers/convert.ts',
    right: 'received < command.leastReceived',
    wrong: 'received + 1 < command.leastReceived',
  },
  {
    name: 'stops that a conversion triggers run between its orders',
    file: 'handlers/convert.ts',
    right: 'for (const { order, market } of plan) execute(state, order, market);',
    wrong:
      'for (const { order, market } of plan) {\n    execute(state, order, market);\n    runTriggeredStops(state, market);\n  }',
  },
];
