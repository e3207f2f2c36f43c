import { bugsOfBrackets } from './bugs-of-brackets.ts';
import { bugsOfBounds } from './bugs-of-bounds.ts';
import { bugsOfFees } from './bugs-of-fees.ts';
import { bugsOfOrderRules } from './bugs-of-order-rules.ts';
import { bugsOfTrails } from './bugs-of-trails.ts';
import type { PlantedBug } from './planted-bug.ts';

/** Bugs that the engine's tests must detect, each by itself. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'a new order goes to the front of its queue',
    file: 'book/book.ts',
    right:
      'if (tail === none) levels.setHead(level, order);\n    else orders.setNext(tail, order);\n    levels.setTail(level, order);',
    wrong:
      'const head = levels.headOf(level);\n    orders.setPrevious(order, none);\n    orders.setNext(order, head);\n    levels.setHead(level, order);\n    if (head === none) levels.setTail(level, order);\n    else orders.setPrevious(head, order);',
  },
  {
    name: 'a level keeps the lots of a cancelled order',
    file: 'book/book.ts',
    right: 'levels.addQuantity(level, -orders.openLotsOf(order));',
    wrong: 'levels.addQuantity(level, 0);',
  },
  {
    name: 'a ladder loses its order when a block is split',
    file: 'book/ladder.ts',
    right: 'if (key > better.keyAt(0)) block = better;',
    wrong: 'block = better;',
  },
  {
    name: 'a ladder caches a removed level',
    file: 'book/ladder.ts',
    right: 'this.recent.keys[key & (recentKeys - 1)] = NaN;',
    wrong: 'this.recent.levels[0] = none;',
  },
  {
    name: 'a full bucket does not count overflow',
    file: 'store/buckets.ts',
    right: 'this.countPassing(bucket, 1);',
    wrong: '',
  },
  {
    name: 'a split forgets overflow entries',
    file: 'store/hash-index.ts',
    right: 'isLast = !buckets.wasPassed(bucket);',
    wrong: 'isLast = true;',
  },
  {
    name: 'a taker trades one tick beyond its limit',
    file: 'matching/ticket.ts',
    right: 'priceTicks > this.limitTicks :',
    wrong: 'priceTicks > this.limitTicks + 1 :',
  },
  {
    name: 'a fee is rounded down',
    file: 'fees/fee.ts',
    right: 'multiplyDivideUp(received, feePpm, million)',
    wrong: 'Math.floor((received * feePpm) / million)',
  },
  {
    name: "maker and taker pay each other's rate",
    file: 'matching/settle.ts',
    right: 'notional, takerPpm(state, market',
    wrong: 'notional, makerPpm(state, market',
  },
  {
    name: "the buyer's fee is not credited to the house",
    file: 'matching/settle.ts',
    right: "ledger.post(market.houseBase, buyerFee, 0, 'fee', buyerOrder);",
    wrong: '',
  },
  {
    name: 'the seller gets the base too',
    file: 'matching/settle.ts',
    right: "ledger.post(marketAccounts.baseOf(seller), 0, -base, 'trade', sellerOrder);",
    wrong: "ledger.post(marketAccounts.baseOf(seller), 0, 0, 'trade', sellerOrder);",
  },
  {
    name: 'a better price than the limit releases nothing',
    file: 'matching/execute.ts',
    right: 'ledger.release(account, ticket.held - keptHold, ticket.orderId);',
    wrong: 'if (!isResting) ledger.release(account, ticket.held - keptHold, ticket.orderId);',
  },
  {
    name: 'a hold is released to the wrong account',
    file: 'orders/end-order.ts',
    right: 'const account = marketAccounts.fundingOf(orders.marketAccountOf(order), orders.isBuy(order));',
    wrong: 'const account = marketAccounts.fundingOf(orders.marketAccountOf(order), !orders.isBuy(order));',
  },
  {
    name: 'IOC rests',
    file: 'matching/execute.ts',
    right: "return ticket.mayRest ? 'rests' : 'immediateOrCancel';",
    wrong: "return 'rests';",
  },
  {
    name: "FOK counts the owner's own orders",
    file: 'matching/walk-book.ts',
    right: 'const isOwn = orders.marketAccountOf(order) === ticket.marketAccount;',
    wrong: 'const isOwn = orders.marketAccountOf(order) === none;',
  },
  {
    name: 'FOK fills although one lot is missing',
    file: 'matching/walk-book.ts',
    right: 'isWhole = walk.lots === walk.wantedLots;',
    wrong: 'isWhole = walk.lots + 1 >= walk.wantedLots;',
  },
  {
    name: 'FOK ignores hidden lots',
    file: 'matching/walk-book.ts',
    right: 'walkHidden(replenishing, walk);',
    wrong: '',
  },
  {
    name: 'post-only may touch the other side',
    file: 'rules/order-rules.ts',
    right: "if (ticket.isPostOnly && wouldCross(state, market)) return 'postOnlyWouldCross';",
    wrong: '',
  },
  {
    name: 'one unit short of funds passes',
    file: 'rules/order-rules.ts',
    right: "if (ticket.held > fundsOf(state, market)) return 'insufficientBalance';",
    wrong: "if (ticket.held > fundsOf(state, market) + 1) return 'insufficientBalance';",
  },
  {
    name: 'the notional is checked before the quantity',
    file: 'rules/order-rules.ts',
    right: 'return quantityRejection(ticket, market) ?? notionalRejection(ticket, market);',
    wrong: 'return notionalRejection(ticket, market) ?? quantityRejection(ticket, market);',
  },
  {
    name: 'the band is measured from the new price',
    file: 'rules/order-rules.ts',
    right: 'bandReach(centreTicks, rules.bandPpm)',
    wrong: 'bandReach(ticket.priceTicks, rules.bandPpm)',
  },
  {
    name: 'the collar is measured from nothing',
    file: 'rules/order-rules.ts',
    right: 'return ticket.isBuy ? bestTicks + distance : bestTicks - distance;',
    wrong: 'return ticket.isBuy ? bestTicks + distance : 0;',
  },
  {
    name: 'one open order too many',
    file: 'rules/order-rules.ts',
    right: 'openCountOf(state) + toStay > market.rules.maxOpenOrders',
    wrong: 'openCountOf(state) + toStay > market.rules.maxOpenOrders + 1',
  },
  {
    name: 'a fraction is a quantity',
    file: 'rules/form.ts',
    right: '    isCount(command.quantityLots) &&',
    wrong: "    typeof command.quantityLots === 'number' &&",
  },
  {
    name: 'NaN is a price',
    file: 'rules/form.ts',
    right: '    isCount(command.priceTicks) &&',
    wrong: '    !(command.priceTicks < 0) &&',
  },
  {
    name: 'owners trade with themselves',
    file: 'matching/match.ts',
    right: 'const isOwn = orders.marketAccountOf(maker) === ticket.marketAccount;',
    wrong: 'const isOwn = maker === none;',
  },
  {
    name: 'the older of two own orders stays',
    file: 'matching/match.ts',
    right: 'if (isOwn && !ticket.cancelsOldest) break;',
    wrong: 'if (isOwn && ticket.cancelsNewest) break;',
  },
  {
    name: 'the same id has a second effect after a rejection',
    file: 'handlers/place.ts',
    right: 'if (ticket.isWellFormed && ticket.repeatMs < 0) requests.rememberOrder(ticket, 0, rejection);',
    wrong: '',
  },
  {
    name: 'an id is forgotten a millisecond early',
    file: 'requests/completed-requests.ts',
    right: 'return this.now - time < rememberedMs;',
    wrong: 'return this.now - time < rememberedMs - 1;',
  },
  {
    name: 'an ended order is remembered for a day from its end',
    file: 'requests/completed-requests.ts',
    right: 'numbers[first + timeAt] = orders.timeOf(order);',
    wrong: 'numbers[first + timeAt] = this.now;',
  },
  {
    name: "an ended stop's trigger price is forgotten",
    file: 'requests/idempotency-index.ts',
    right: 'if (orders.hasConditions(order)) this.keepConditions(request, orders.conditionState(order));',
    wrong: '',
  },
  {
    name: "another owner's order can be cancelled",
    file: 'handlers/find-order.ts',
    right: 'return ownerOfKnown === owner ? known : none;',
    wrong: 'return known;',
  },
  {
    name: 'a cancel leaves an empty level',
    file: 'orders/end-order.ts',
    right: '    market.book.dropIfEmpty(level, isBuy);\n',
    wrong: '',
  },
  {
    name: 'time goes backwards',
    file: 'engine.ts',
    right: 'if (time > state.time && isCount(time)) {',
    wrong: 'if (isCount(time)) {',
  },
  {
    name: 'an amendment to a smaller quantity loses priority',
    file: 'handlers/amend.ts',
    right: 'priceTicks === ticket.priceTicks && quantityLots <= ticket.quantityLots',
    wrong: 'false',
  },
  {
    name: 'an amendment to a larger quantity keeps priority',
    file: 'handlers/amend.ts',
    right: 'priceTicks === ticket.priceTicks && quantityLots <= ticket.quantityLots',
    wrong: 'priceTicks === ticket.priceTicks',
  },
  {
    name: 'an amendment ignores the filled part',
    file: 'handlers/amend.ts',
    right: 'if (quantityLots <= filledLots)',
    wrong: 'if (quantityLots < filledLots)',
  },
  {
    name: 'a stop does not trigger at exactly its price',
    file: 'matching/triggers.ts',
    right: 'isRising ? stopTicks > lastPriceTicks : stopTicks < lastPriceTicks',
    wrong: 'isRising ? stopTicks >= lastPriceTicks : stopTicks <= lastPriceTicks',
  },
  {
    name: 'the last of several stops executes first',
    file: 'matching/triggers.ts',
    right: 'return levels.headOf(level);',
    wrong: 'return levels.tailOf(level);',
  },
  {
    name: 'a fill leaves the other leg waiting',
    file: 'matching/match.ts',
    right: "    unlinkLegs(state, order);\n    if (leg !== none) cancelOrder(state, market, leg, 'otherLeg');",
    wrong: '    unlinkLegs(state, order);',
  },
  {
    name: 'a stop freezes what its other leg already holds',
    file: 'rules/order-rules.ts',
    right: 'Math.max(0, fullHoldOf(ticket, market) - heldByOther)',
    wrong: 'Math.max(heldByOther * 0, fullHoldOf(ticket, market))',
  },
  {
    name: 'a replenished iceberg keeps its priority',
    file: 'book/book.ts',
    right:
      '    this.detach(order);\n    this.orders.setOpenLots(order, lots);\n    this.orders.conditionState(order).hiddenLots = hiddenLots;\n    this.append(order, level);',
    wrong:
      '    this.levels.addQuantity(level, lots - this.orders.openLotsOf(order));\n    this.orders.setOpenLots(order, lots);\n    this.hide(order, hiddenLots);',
  },
  {
    name: 'an auction takes the highest of equally good prices',
    file: 'matching/auction-price.ts',
    right: 'distance - best.distance) < 0;',
    wrong: 'distance - best.distance) <= 0;',
  },
  {
    name: 'a buyer in an auction pays their limit',
    file: 'matching/uncross.ts',
    right: 'const saved = levels.priceOf(orders.levelOf(bid)) - priceTicks;',
    wrong: 'const saved = 0 * levels.priceOf(orders.levelOf(bid));',
  },
  {
    name: "a minute's window lasts a second too long",
    file: 'markets/price-window.ts',
    right: 'Math.floor(time / 1000) - windowSeconds + 1',
    wrong: 'Math.floor(time / 1000) - windowSeconds',
  },
  {
    name: 'a restarted dead-man timer keeps its old time',
    file: 'time/timers.ts',
    right: '    this.records.numbers[(slot >> 1) + timeAt] = time;\n',
    wrong: '    if (found === none) this.records.numbers[(slot >> 1) + timeAt] = time;\n',
  },
  {
    name: 'an order expires a millisecond late',
    file: 'time/timers.ts',
    right: 'if (this.nextAt() > now || this.count === 0) return null;',
    wrong: 'if (this.nextAt() >= now || this.count === 0) return null;',
  },
  {
    name: 'a withdrawal can be settled and released',
    file: 'handlers/withdrawal.ts',
    right: "if (known.state === other) return 'withdrawalEnded';",
    wrong: '',
  },
  {
    name: "a withdrawal's fee is kept twice",
    file: 'handlers/withdrawal.ts',
    right: 'const leaving = amount - fee;',
    wrong: 'const leaving = amount;',
  },
  {
    name: 'a snapshot mixes up the indexes of ids',
    file: 'requests/idempotency-index.ts',
    right:
      'of [this.completed, this.openIds, this.completedIds, this.byOrder, this.conditions])\n      store.load(reader);',
    wrong:
      'of [this.completed, this.completedIds, this.openIds, this.byOrder, this.conditions])\n      store.load(reader);',
  },
  {
    name: 'a stop amended to a larger quantity keeps priority',
    file: 'handlers/amend.ts',
    right: 'else market.stops.requeue(order, ticket.quantityLots, 0);',
    wrong: 'else orders.setOpenLots(order, ticket.quantityLots);',
  },
  {
    name: 'an amended stop executes at its old price',
    file: 'handlers/amend.ts',
    right: '  conditions.amendedTicks = ticket.priceTicks;\n',
    wrong: '',
  },
  {
    name: "an amended iceberg's shown lots go first",
    file: 'handlers/amend.ts',
    right: 'if (openLots < shownBefore) market.book.reduce(order, shownBefore - openLots);',
    wrong: 'market.book.reduce(order, shownBefore - Math.min(openLots, 1));',
  },
  {
    name: "an order's amended quantity is forgotten",
    file: 'orders/ticket-from-open-order.ts',
    right: 'ticket.quantityLots = orders.quantityLotsOf(order);',
    wrong: 'ticket.quantityLots = orders.secondOf(order);',
  },
  {
    name: 'a pair is placed although its limit order would trade immediately',
    file: 'handlers/place-pair.ts',
    right:
      "if (!ticket.isStop && market.rules.state === 'open' && wouldCross(state, market)) return 'postOnlyWouldCross';",
    wrong: '',
  },
  {
    name: "a pair's stop uses money that its limit order holds",
    file: 'rules/order-rules.ts',
    right: '- ticket.pairHeld + ticket.awaited',
    wrong: '+ ticket.awaited',
  },
  {
    name: 'new limits keep the prices of the minute before',
    file: 'handlers/listing.ts',
    right: 'market.window.clear();',
    wrong: '',
  },
  {
    name: 'a halt without an auction length never opens',
    file: 'markets/set-state.ts',
    right: "market.rules.state === 'halted' && auctionMs > 0",
    wrong: "market.rules.state === 'halted'",
  },
  ...bugsOfBounds,
  ...bugsOfTrails,
  ...bugsOfBrackets,
  ...bugsOfFees,
  ...bugsOfOrderRules,
];
