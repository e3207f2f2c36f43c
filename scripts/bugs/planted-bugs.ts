/** A mistake that somebody could make in the engine, as a change of one place in its source. */
export interface PlantedBug {
  readonly name: string;
  /** Below the engine's `src`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly right: string;
  readonly wrong: string;
}

/** Mistakes that the engine's tests must notice, each by itself. */
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
    name: 'a ladder still knows a level that was taken off',
    file: 'book/ladder.ts',
    right: 'this.recent.keys[key & (recentKeys - 1)] = NaN;',
    wrong: 'this.recent.levels[0] = none;',
  },
  {
    name: 'a full bucket does not say that others went past it',
    file: 'store/buckets.ts',
    right: 'this.countPassing(bucket, 1);',
    wrong: '',
  },
  {
    name: 'what found its bucket full stays behind when the bucket is divided',
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
    right: 'notional, takerPpm(state, ticket.seat, rules)',
    wrong: 'notional, makerPpm(state, ticket.seat, rules)',
  },
  {
    name: "the buyer's fee is taken and given to nobody",
    file: 'matching/settle.ts',
    right: "ledger.post(market.houseBase, buyerFee, 0, 'fee', buyerOrder);",
    wrong: '',
  },
  {
    name: 'the seller gets the base too',
    file: 'matching/settle.ts',
    right: "ledger.post(seats.baseOf(seller), 0, -base, 'trade', sellerOrder);",
    wrong: "ledger.post(seats.baseOf(seller), 0, 0, 'trade', sellerOrder);",
  },
  {
    name: 'a better price than the limit is not given back',
    file: 'matching/enter.ts',
    right: 'ledger.release(account, ticket.held - keptHold, ticket.orderId);',
    wrong: 'if (!isResting) ledger.release(account, ticket.held - keptHold, ticket.orderId);',
  },
  {
    name: 'what an order of the opposite side holds is released to the wrong account',
    file: 'orders/end-order.ts',
    right: 'const account = seats.fundingOf(orders.seatOf(order), orders.isBuy(order));',
    wrong: 'const account = seats.fundingOf(orders.seatOf(order), !orders.isBuy(order));',
  },
  {
    name: 'IOC rests',
    file: 'matching/enter.ts',
    right: "return ticket.mayRest ? 'rests' : 'immediateOrCancel';",
    wrong: "return 'rests';",
  },
  {
    name: 'FOK counts what the owner has himself',
    file: 'matching/survey.ts',
    right: 'const isOwn = orders.seatOf(order) === ticket.seat;',
    wrong: 'const isOwn = orders.seatOf(order) === none;',
  },
  {
    name: 'FOK is short by one and fills',
    file: 'rules/order-rules.ts',
    right: 'if (lots < ticket.openLots)',
    wrong: 'if (lots + 1 < ticket.openLots)',
  },
  {
    name: 'FOK forgets what an iceberg hides',
    file: 'matching/survey.ts',
    right: 'walkHidden(ticket.openLots, hiding, walk);',
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
    right: 'return quantityRefusal(ticket, market) ?? notionalRefusal(ticket, market);',
    wrong: 'return notionalRefusal(ticket, market) ?? quantityRefusal(ticket, market);',
  },
  {
    name: 'the band is measured from the new price',
    file: 'rules/order-rules.ts',
    right: 'multiplyDivideDown(centreTicks, rules.bandPpm, million)',
    wrong: 'multiplyDivideDown(ticket.priceTicks, rules.bandPpm, million)',
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
    right: 'openCountOf(state) >= market.rules.maxOpenOrders',
    wrong: 'openCountOf(state) > market.rules.maxOpenOrders',
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
    right: 'const isOwn = orders.seatOf(maker) === ticket.seat;',
    wrong: 'const isOwn = maker === none;',
  },
  {
    name: 'the older of two own orders stays',
    file: 'matching/match.ts',
    right: 'if (isOwn && !ticket.cancelsOldest) break;',
    wrong: 'if (isOwn && ticket.cancelsNewest) break;',
  },
  {
    name: 'the same id has a second effect after a refusal',
    file: 'handlers/place.ts',
    right: 'if (isFormed) requests.rememberOrder(ticket, 0, refusal);',
    wrong: '',
  },
  {
    name: 'an id is forgotten a millisecond early',
    file: 'requests/ended.ts',
    right: 'return this.now - time < rememberedMs;',
    wrong: 'return this.now - time < rememberedMs - 1;',
  },
  {
    name: 'an ended order is remembered for a day from its end on',
    file: 'requests/ended.ts',
    right: 'numbers[first + timeAt] = orders.timeOf(order);',
    wrong: 'numbers[first + timeAt] = this.now;',
  },
  {
    name: "an ended stop's id is known without its trigger price",
    file: 'requests/requests.ts',
    right: 'if (orders.isSpecial(order)) this.keepExtras(request, orders.detail(order));',
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
    name: 'time goes back',
    file: 'engine.ts',
    right: 'if (time > state.time && isCount(time)) {',
    wrong: 'if (isCount(time)) {',
  },
  {
    name: 'an amendment to less loses its place',
    file: 'handlers/amend.ts',
    right: 'priceTicks === ticket.priceTicks && quantityLots <= ticket.quantityLots',
    wrong: 'false',
  },
  {
    name: 'an amendment to more keeps its place',
    file: 'handlers/amend.ts',
    right: 'priceTicks === ticket.priceTicks && quantityLots <= ticket.quantityLots',
    wrong: 'priceTicks === ticket.priceTicks',
  },
  {
    name: 'an amendment forgets what is filled',
    file: 'handlers/amend.ts',
    right: 'if (quantityLots <= filledLots)',
    wrong: 'if (quantityLots < filledLots)',
  },
  {
    name: 'a stop does not fire at its very price',
    file: 'matching/triggers.ts',
    right: 'isRising ? stopTicks > lastPriceTicks : stopTicks < lastPriceTicks',
    wrong: 'isRising ? stopTicks >= lastPriceTicks : stopTicks <= lastPriceTicks',
  },
  {
    name: 'of several stops the last comes in first',
    file: 'matching/fire-stops.ts',
    right: 'const [order] = market.triggered;',
    wrong: 'const order = market.triggered.at(-1);',
  },
  {
    name: 'a fill leaves the other leg waiting',
    file: 'matching/match.ts',
    right: "    untie(state, order);\n    if (leg !== none) cancelOpen(state, market, leg, 'otherLeg');",
    wrong: '    untie(state, order);',
  },
  {
    name: 'a stop freezes everything although its other leg does already',
    file: 'rules/order-rules.ts',
    right: 'Math.max(0, fullHoldOf(ticket, market) - heldByOther)',
    wrong: 'Math.max(heldByOther * 0, fullHoldOf(ticket, market))',
  },
  {
    name: 'an iceberg keeps its place when it shows more',
    file: 'book/book.ts',
    right: '    this.detach(order);\n    this.orders.setOpenLots(order, lots);\n    this.append(order, level);',
    wrong: '    this.orders.setOpenLots(order, lots);\n    this.levels.addQuantity(level, lots);',
  },
  {
    name: 'an auction takes the highest of equally good prices',
    file: 'matching/uncross.ts',
    right: 'one.distance - than.distance) < 0;',
    wrong: 'one.distance - than.distance) <= 0;',
  },
  {
    name: 'a buyer in an auction pays his limit',
    file: 'matching/uncross.ts',
    right: 'const spared = levels.priceOf(orders.levelOf(bid)) - priceTicks;',
    wrong: 'const spared = 0 * levels.priceOf(orders.levelOf(bid));',
  },
  {
    name: "a minute's window lasts a second too long",
    file: 'markets/price-window.ts',
    right: 'Math.floor(time / 1000) - windowSeconds + 1',
    wrong: 'Math.floor(time / 1000) - windowSeconds',
  },
  {
    name: 'a dead-man timer that was set anew runs out at its old time',
    file: 'time/run-due.ts',
    right: 'return state.deadMen.get(deadManKey(subject, scope)) === time;',
    wrong: 'return state.deadMen.has(deadManKey(subject, scope)) && time > 0;',
  },
  {
    name: 'an order expires a millisecond late',
    file: 'time/timers.ts',
    right: 'if (first === undefined || first.time > now) return null;',
    wrong: 'if (first === undefined || first.time >= now) return null;',
  },
  {
    name: 'a withdrawal can be settled and released',
    file: 'handlers/withdrawal.ts',
    right: "if (known.state === other) return 'withdrawalEnded';",
    wrong: '',
  },
  {
    name: "a withdrawal's fee stays with the exchange twice",
    file: 'handlers/withdrawal.ts',
    right: 'const leaving = amount - fee;',
    wrong: 'const leaving = amount;',
  },
  {
    name: 'a snapshot forgets the memory of ids',
    file: 'requests/requests.ts',
    right: 'for (const store of [this.ended, this.openIds, this.endedIds, this.byOrder]) store.load(reader);',
    wrong: 'for (const store of [this.ended, this.endedIds, this.openIds, this.byOrder]) store.load(reader);',
  },
  {
    name: 'a stop amended to more keeps its place',
    file: 'handlers/amend.ts',
    right: 'else market.stops.showAnew(order, ticket.quantityLots);',
    wrong: 'else orders.setOpenLots(order, ticket.quantityLots);',
  },
  {
    name: 'an amended stop comes in at its old price',
    file: 'handlers/amend.ts',
    right: '  details.amendedTicks = ticket.priceTicks;\n',
    wrong: '',
  },
  {
    name: 'of an iceberg that is amended, what it shows goes first',
    file: 'handlers/amend.ts',
    right: 'if (openLots < shownBefore) market.book.reduce(order, shownBefore - openLots);',
    wrong: 'market.book.reduce(order, shownBefore - Math.min(openLots, 1));',
  },
  {
    name: "an order's amended quantity is forgotten",
    file: 'orders/ask-anew.ts',
    right: 'ticket.quantityLots = orders.quantityLotsOf(order);',
    wrong: 'ticket.quantityLots = orders.secondOf(order);',
  },
  {
    name: 'a pair is placed although its limit order trades at once',
    file: 'handlers/place-pair.ts',
    right: "if (market.rules.state === 'open' && wouldCross(state, market)) return 'postOnlyWouldCross';",
    wrong: '',
  },
  {
    name: "a pair's stop counts on money that its limit order holds",
    file: 'rules/order-rules.ts',
    right: 'accounts.availableOf(account) - ticket.pairHeld',
    wrong: 'accounts.availableOf(account)',
  },
  {
    name: 'new limits go on with the minute before them',
    file: 'handlers/listing.ts',
    right: 'market.rules = rules;\n  market.window.clear();',
    wrong: 'market.rules = rules;',
  },
  {
    name: 'a halt that lost its auction collects orders for ever',
    file: 'markets/set-state.ts',
    right: "market.rules.state === 'halted' && auctionMs > 0",
    wrong: "market.rules.state === 'halted'",
  },
  {
    name: 'an order makes one fill more than it may',
    file: 'matching/match.ts',
    right: 'if (ticket.fillsLeft === 0) {',
    wrong: 'if (ticket.fillsLeft < 0) {',
  },
  {
    name: 'FOK does not count its fills',
    file: 'matching/survey.ts',
    right: 'walk.isStopped = walk.fillsLeft === 0 || (isOwn && ticket.cancelsNewest);',
    wrong: 'walk.isStopped = isOwn && ticket.cancelsNewest;',
  },
  {
    name: 'FOK counts an iceberg as one fill',
    file: 'matching/survey.ts',
    right: 'walk.isStopped = walk.fillsLeft === 0;',
    wrong: 'walk.isStopped = false;',
  },
  {
    name: 'what an order could not fill any more rests crossed',
    file: 'matching/enter.ts',
    right: "if (end === 'selfTrade' || end === 'fillLimit') return end;",
    wrong: "if (end === 'selfTrade') return end;",
  },
  {
    name: 'an iceberg may have any number of parts',
    file: 'rules/order-rules.ts',
    right: "return hasTooManyParts(ticket, market) ? 'visibleTooSmall' : bandRefusal(ticket, market);",
    wrong: 'return bandRefusal(ticket, market);',
  },
  {
    name: 'a stop waits for a price that cannot be printed',
    file: 'rules/order-rules.ts',
    right: 'priceTicks > printableTicks || extras.stopTicks > printableTicks',
    wrong: 'priceTicks > printableTicks',
  },
];
