import type { PlantedBug } from './planted-bug.ts';

/** Planted bugs in the limits on a command's work. */
export const bugsOfBounds: readonly PlantedBug[] = [
  {
    name: 'an order makes one fill too many',
    file: 'matching/match.ts',
    right: 'if (ticket.fillsLeft === 0) {',
    wrong: 'if (ticket.fillsLeft < 0) {',
  },
  {
    name: 'FOK does not count its fills',
    file: 'matching/walk-book.ts',
    right: 'walk.isStopped = walk.fillsLeft === 0 || (isOwn && ticket.cancelsNewest);',
    wrong: 'walk.isStopped = isOwn && ticket.cancelsNewest;',
  },
  {
    name: 'FOK counts an iceberg as one fill',
    file: 'matching/walk-book.ts',
    right: 'walk.isStopped = walk.fillsLeft === 0;',
    wrong: 'walk.isStopped = false;',
  },
  {
    name: 'an order that used all its fills rests crossed',
    file: 'matching/execute.ts',
    right: "if (end === 'selfTrade' || end === 'fillLimit') return end;",
    wrong: "if (end === 'selfTrade') return end;",
  },
  {
    name: 'an iceberg may have any number of parts',
    file: 'rules/order-rules.ts',
    right: "return hasTooManyParts(ticket, market) ? 'visibleTooSmall' : bandRejection(ticket, market);",
    wrong: 'return bandRejection(ticket, market);',
  },
  {
    name: 'a stop waits for a price that cannot be printed',
    file: 'rules/order-rules.ts',
    right: 'Math.max(priceTicks, stopTicks, trailTicks, activationTicks) > maxPrintableTicks',
    wrong: 'priceTicks > maxPrintableTicks',
  },
  {
    name: 'stops triggered last execute first',
    file: 'matching/triggers.ts',
    right: 'for (let [first] = reached; first !== undefined; [first] = reached) {',
    wrong: 'for (let first = reached.at(-1); first !== undefined; first = reached.at(-1)) {',
  },
  {
    name: 'a stop may be placed at a price that has triggered other stops',
    file: 'rules/order-rules.ts',
    right: '(lastPriceTicks > 0 && isReached) || isTriggered(market, isRising, stopTicks)',
    wrong: 'lastPriceTicks > 0 && isReached',
  },
  {
    name: 'a snapshot forgets pending work',
    file: 'snapshot/snapshot.ts',
    right: 'state.pendingWork.push(...fields.work);',
    wrong: '',
  },
  {
    name: 'a restored engine does not know that work is due',
    file: 'snapshot/snapshot.ts',
    right: 'state.hasDueWork = state.pendingWork.length > 0 || state.timers.nextAt() <= state.time;',
    wrong: '',
  },
  {
    name: 'the newest pending work runs first',
    file: 'time/run-due.ts',
    right: 'for (let [first] = state.pendingWork; first !== undefined; [first] = state.pendingWork) {',
    wrong: 'for (let first = state.pendingWork.at(-1); first !== undefined; first = state.pendingWork.at(-1)) {',
  },
  {
    name: 'due work continues only when time advances',
    file: 'engine.ts',
    right: '} else if (state.hasDueWork) {',
    wrong: '} else if (state.hasDueWork && time > state.time) {',
  },
  {
    name: 'cancel-all cancels later orders',
    file: 'orders/cancel-all.ts',
    right: 'if (oldest === none || orders.idOf(oldest) > work.upTo) return true;',
    wrong: 'if (oldest === none) return true;',
  },
  {
    name: 'cancel-all ignores the work limit',
    file: 'orders/cancel-all.ts',
    right: 'if (state.workLeft <= 0) return false;',
    wrong: '',
  },
  {
    name: 'stops ignore the work limit',
    file: 'matching/run-triggered-stops.ts',
    right: 'if (state.workLeft <= 0) {',
    wrong: 'if (state.workLeft <= -1e9) {',
  },
  {
    name: 'an auction continues at another price',
    file: 'matching/uncross.ts',
    right: 'if (opening.priceTicks === 0 && !findPrice',
    wrong: 'if (!findPrice',
  },
  {
    name: 'a market accepts orders during its price search',
    file: 'rules/order-rules.ts',
    right: '  if (isFindingPrice(market)) return false;\n',
    wrong: '',
  },
  {
    name: 'a market accepts cancels during its price search',
    file: 'handlers/cancel.ts',
    right: ' || isFindingPrice(market)',
    wrong: '',
  },
  {
    name: 'an auction price search ignores the work limit',
    file: 'matching/auction-price.ts',
    right: '    if (state.workLeft <= 0) return false;\n    search.atTicks = priceTicks;',
    wrong: '    search.atTicks = priceTicks;',
  },
  {
    name: 'an auction does not count hidden lots',
    file: 'book/levels.ts',
    right: 'return this.quantityOf(level) + this.hiddenLotsOf(level);',
    wrong: 'return this.quantityOf(level);',
  },
  {
    name: 'a restored level forgets hidden lots',
    file: 'snapshot/snapshot.ts',
    right: '  restoreHiddenLots(state);\n',
    wrong: '',
  },
  {
    name: 'an order that ends leaves its timer',
    file: 'orders/end-order.ts',
    right: '  if (isTimed) timers.remove',
    wrong: '  if (isTimed && orders.count < 0) timers.remove',
  },
  {
    name: 'removing a timer leaves the heap out of order',
    file: 'time/timers.ts',
    right: '    this.place(last, hole);\n    this.settle(last);',
    wrong: '    this.place(last, hole);',
  },
  {
    name: 'an old journal is replayed with the work limit',
    file: 'rules/bounds.ts',
    right: 'return isBounded ? maxWorkPerCommand : unboundedWork;',
    wrong: 'return maxWorkPerCommand;',
  },
];
