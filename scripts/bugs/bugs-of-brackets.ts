import type { PlantedBug } from './planted-bug.ts';

/** Mistakes in the legs of brackets. */
export const bugsOfBrackets: readonly PlantedBug[] = [
  {
    name: 'the legs of a bracket protect the fee too',
    file: 'brackets/note-fill.ts',
    right: '  bracket.received -= isTaker ? fill.takerFee : fill.makerFee;\n',
    wrong: '',
  },
  {
    name: "a maker's legs pay the taker's fee",
    file: 'brackets/note-fill.ts',
    right: 'isTaker ? fill.takerFee : fill.makerFee',
    wrong: 'fill.takerFee',
  },
  {
    name: 'the second fill of an entry has no legs',
    file: 'brackets/note-fill.ts',
    right: '  brackets.setDue(entry);\n',
    wrong: '  if (bracket.placed === 0) brackets.setDue(entry);\n',
  },
  {
    name: 'the newest entry of several has its legs first',
    file: 'brackets/brackets.ts',
    right: 'const [entry = 0] = this.due;',
    wrong: 'const entry = [...this.due].at(-1) ?? 0;',
  },
  {
    name: 'the bracket of a cancelled entry stays',
    file: 'orders/end-order.ts',
    right: '  if (hasBracket(conditions)) market.brackets.end(orders.idOf(order));\n',
    wrong: '',
  },
  {
    name: 'the bracket of a taker that is filled at once stays',
    file: 'brackets/place-legs.ts',
    right: '  if (state.requests.openOrder(bracket.entry) === none) brackets.end(bracket.entry);\n',
    wrong: '',
  },
  {
    name: 'new legs protect again what earlier ones sold',
    file: 'brackets/place-legs.ts',
    right: '  bracket.received -= bracket.held;\n',
    wrong: '',
  },
  {
    name: 'legs take money that their owner has spent',
    file: 'brackets/place-legs.ts',
    right: 'Math.min(bracket.received, bracket.held + availableTo(state, market, bracket))',
    wrong: 'bracket.received',
  },
  {
    name: 'a stop-loss waits although the take-profit traded at once',
    file: 'brackets/place-legs.ts',
    right: '    if (fills > 0) return fills;\n',
    wrong: '',
  },
  {
    name: 'a stop-loss whose price was passed waits',
    file: 'brackets/place-legs.ts',
    right: '  recordReachedStops(state, market, false);\n',
    wrong: '',
  },
  {
    name: 'a leg gives way to own older orders',
    file: 'brackets/place-legs.ts',
    right: "    selfTrade: 'cancelOldest',\n",
    wrong: "    selfTrade: 'cancelNewest',\n",
  },
  {
    name: 'legs come although the owner has the most open orders',
    file: 'brackets/place-legs.ts',
    right: 'legs <= rules.maxOpenOrders',
    wrong: 'legs <= rules.maxOpenOrders + 1',
  },
  {
    name: 'a leg takes the id of another order',
    file: 'brackets/place-legs.ts',
    right: 'if (!isUsed(takeProfit) && !isUsed(stopLoss)) return',
    wrong: 'if (!isUsed(takeProfit)) return',
  },
  {
    name: 'a take-profit that was partly sold grows',
    file: 'brackets/grow-legs.ts',
    right: '    if (allOpenLots(state, takeProfit) !== bracket.takeProfitLots) return null;\n',
    wrong: '',
  },
  {
    name: 'a take-profit that grows keeps its priority',
    file: 'brackets/grow-legs.ts',
    right: '  market.book.requeue(order, lots, 0);\n',
    wrong: '  levels.addQuantity(level, lots - orders.openLotsOf(order));\n  orders.setOpenLots(order, lots);\n',
  },
  {
    name: 'a stop-loss that grows keeps its quantity',
    file: 'brackets/grow-legs.ts',
    right: '  orders.setQuantityLots(order, lots);\n  market.stops.requeue',
    wrong: '  market.stops.requeue',
  },
  {
    name: "a buy's legs sell different quantities",
    file: 'brackets/leg-size.ts',
    right: '    stopLossLots = takeProfitLots;\n',
    wrong: '',
  },
  {
    name: 'a leg may be below the minimum',
    file: 'brackets/leg-size.ts',
    right: 'if (lots < minQuantityLots) return true;',
    wrong: 'if (lots < 1) return true;',
  },
  {
    name: 'a leg may be above the maximum',
    file: 'brackets/leg-size.ts',
    right: 'return Math.min(lots, affordable, allowed);',
    wrong: 'return Math.min(lots, affordable);',
  },
  {
    name: 'a bracket is accepted whose stop-loss was reached',
    file: 'rules/order-rules.ts',
    right: "  if (ticket.hasBracket && isBracketReached(ticket, market)) return 'wouldTriggerAtOnce';\n",
    wrong: '',
  },
  {
    name: "a bracket's legs need no room",
    file: 'rules/order-rules.ts',
    right: '(isStop || ticket.mayRest ? 1 : 0) + legCount(ticket)',
    wrong: 'isStop || ticket.mayRest ? 1 : 0',
  },
  {
    name: 'an amendment moves an entry beyond its legs',
    file: 'handlers/amend.ts',
    right: "  if (ticket.hasBracket && !areLegsBeyond(ticket)) return 'malformed';\n",
    wrong: '',
  },
  {
    name: 'an amended entry that trades at once loses its legs',
    file: 'orders/ticket-from-open-order.ts',
    right: 'conditions === null ? noConditions : copyConditions(conditions)',
    wrong: 'noConditions',
  },
  {
    name: 'an amendment forgets what the entry received before',
    file: 'handlers/amend.ts',
    right: '  market.book.detach(order);\n',
    wrong: '  market.book.detach(order);\n  market.brackets.end(orders.idOf(order));\n',
  },
  {
    name: 'the bracket of an ended order is forgotten by its request',
    file: 'requests/idempotency-index.ts',
    right: 'if (!areSameConditions(conditions, noConditions)) this',
    wrong:
      'if (!areSameConditions(conditions, noConditions) && conditions.takeProfitTicks + conditions.stopLossTicks === 0) this',
  },
  {
    name: 'a snapshot forgets which legs are due',
    file: 'snapshot/snapshot.ts',
    right: '  for (const entry of legsDue) brackets.setDue(entry);\n',
    wrong: '',
  },
  {
    name: 'legs come before the market opens',
    file: 'matching/run-triggered-stops.ts',
    right: "  while (market.rules.state === 'open') {",
    wrong: "  while (market.rules.state === 'open' || market.brackets.hasDue) {",
  },
];
