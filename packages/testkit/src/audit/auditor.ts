import {
  type EngineListener,
  type Fill,
  firstCustomer,
  type MarketRules,
  type PlaceOrder,
  type Posting,
} from '@fft/engine';

interface AuditedOrder {
  readonly command: PlaceOrder;
  filledLots: number;
  spent: bigint;
  restsWith: number;
  state: 'new' | 'resting' | 'done' | 'cancelled';
}

/**
 * Listens to an engine and believes nothing: it folds the events into balances and orders of its own, and throws where they contradict
 * each other or the rules of trade. Call {@link endCommand} after each command.
 */
export class Auditor implements EngineListener {
  private readonly accounts = new Map<string, { available: bigint; frozen: bigint }>();
  private readonly orders = new Map<number, AuditedOrder>();
  private readonly trades = new Map<number, number>();
  private readonly sums = new Map<number, bigint>();
  private readonly marketOf: (market: number) => MarketRules;
  private lastOrderId = 0;
  /** Quote paid by buyers, less quote that reached sellers and their fees: zero. */
  private readonly unsettled = new Map<number, bigint>();

  constructor(marketOf: (market: number) => MarketRules) {
    this.marketOf = marketOf;
  }

  /** Per asset, what one command moved adds up to nothing. */
  endCommand(): void {
    for (const [asset, sum] of this.sums) check(sum === 0n, `asset ${asset}: a command moved ${sum} out of nothing`);
    for (const [asset, sum] of this.unsettled) check(sum === 0n, `asset ${asset}: a trade's money is not settled`);
    for (const [id, order] of this.orders) check(order.state !== 'new', `order ${id} was accepted and has no fate`);
    for (const [id, { state }] of this.orders) if (state === 'done' || state === 'cancelled') this.orders.delete(id);
    this.sums.clear();
  }

  /** Compares what was folded with what the engine says it holds. */
  compare(
    balanceOf: (owner: number, kind: 'coin' | 'fiat', asset: number) => { available: number; frozen: number },
  ): void {
    for (const [name, { available, frozen }] of this.accounts) {
      const [owner, kind, asset] = name.split(' ');
      const held = balanceOf(Number(owner), kind === 'coin' ? 'coin' : 'fiat', Number(asset));
      check(BigInt(held.available) === available && BigInt(held.frozen) === frozen, `account ${name} differs`);
    }
  }

  orderAccepted(orderId: number, command: PlaceOrder): void {
    check(orderId === this.lastOrderId + 1, `order ${orderId} follows ${this.lastOrderId}`);
    this.lastOrderId = orderId;
    this.orders.set(orderId, { command, filledLots: 0, spent: 0n, restsWith: 0, state: 'new' });
  }

  orderRested(orderId: number, openLots: number): void {
    const order = this.order(orderId);
    check(order.state === 'new' && openLots > 0, `order ${orderId} rests with ${openLots}`);
    check(order.command.quantityLots === order.filledLots + openLots, `order ${orderId} rests with the wrong quantity`);
    check(order.command.orderType === 'limit' && order.command.timeInForce === 'GTC', `order ${orderId} may not rest`);
    order.state = 'resting';
    order.restsWith = openLots;
  }

  filled(fill: Fill): void {
    const rules = this.marketOf(fill.market);
    const taker = this.order(fill.takerOrder);
    const maker = this.order(fill.makerOrder);
    const number = (this.trades.get(fill.market) ?? 0) + 1;
    check(fill.tradeNumber === number, `trade ${fill.tradeNumber} of market ${fill.market} should be ${number}`);
    this.trades.set(fill.market, number);
    check(taker.state === 'new' && maker.state === 'resting', `trade ${number}: a side may not trade now`);
    check(
      taker.command.owner === fill.takerOwner && maker.command.owner === fill.makerOwner,
      'a fill has a wrong owner',
    );
    check(fill.takerOwner !== fill.makerOwner, `trade ${number} is between one owner's orders`);
    check(
      maker.command.side !== fill.takerSide && taker.command.side === fill.takerSide,
      `trade ${number}: wrong sides`,
    );
    check(fill.priceTicks === maker.command.priceTicks, `trade ${number} is not at the maker's price`);
    check(isWithin(taker.command, fill.priceTicks), `trade ${number} is beyond the taker's limit`);
    this.checkPriority(fill);

    const notional = BigInt(fill.priceTicks) * BigInt(fill.quantityLots) * BigInt(rules.unitsPerTickLot);
    check(BigInt(fill.notional) === notional, `trade ${number} has a wrong notional`);
    const base = BigInt(fill.quantityLots) * BigInt(rules.unitsPerLot);
    const isBuy = fill.takerSide === 'buy';
    checkFee(fill.takerFee, isBuy ? base : notional, rules.takerFeePpm);
    checkFee(fill.makerFee, isBuy ? notional : base, rules.makerFeePpm);
    for (const order of [taker, maker]) {
      order.filledLots += fill.quantityLots;
      order.spent += notional;
      const { quantityLots, amount } = order.command;
      check(amount > 0 ? order.spent <= BigInt(amount) : order.filledLots <= quantityLots, 'an order is overfilled');
    }
    this.unsettled.set(rules.quote, (this.unsettled.get(rules.quote) ?? 0n) + 2n * notional);
  }

  orderDone(orderId: number): void {
    const order = this.order(orderId);
    check(order.state === 'new' || order.state === 'resting', `order ${orderId} ended before`);
    if (order.command.amount === 0)
      check(order.filledLots === order.command.quantityLots, `order ${orderId} is not done`);
    else check(order.filledLots > 0, `order ${orderId} bought nothing`);
    order.state = 'done';
  }

  orderCancelled(orderId: number): void {
    const order = this.order(orderId);
    check(order.state === 'new' || order.state === 'resting', `order ${orderId} ended before`);
    if (order.command.amount === 0) check(order.filledLots < order.command.quantityLots, `order ${orderId} was filled`);
    order.state = 'cancelled';
  }

  posted(posting: Posting): void {
    const { owner, kind, asset, availableDelta, frozenDelta } = posting;
    const name = `${owner} ${kind} ${asset}`;
    const account = this.accounts.get(name) ?? { available: 0n, frozen: 0n };
    account.available += BigInt(availableDelta);
    account.frozen += BigInt(frozenDelta);
    this.accounts.set(name, account);
    check(availableDelta !== 0 || frozenDelta !== 0, `a posting to ${name} changes nothing`);
    check(account.available === BigInt(posting.available), `available of ${name} is told wrongly`);
    check(account.frozen === BigInt(posting.frozen), `frozen of ${name} is told wrongly`);
    check(account.frozen >= 0n, `frozen of ${name} is below zero`);
    if (owner >= firstCustomer || owner === 1) check(account.available >= 0n, `available of ${name} is below zero`);
    this.sums.set(asset, (this.sums.get(asset) ?? 0n) + BigInt(availableDelta) + BigInt(frozenDelta));
    const isQuoteOfTrade = posting.reason === 'trade' && this.unsettled.has(asset) && this.isQuote(posting);
    if (!isQuoteOfTrade) return;
    const moved = BigInt(Math.abs(availableDelta)) + BigInt(Math.abs(frozenDelta));
    this.unsettled.set(asset, (this.unsettled.get(asset) ?? 0n) - moved);
  }

  levelChanged(_market: number, _side: string, priceTicks: number, quantityLots: number): void {
    check(priceTicks > 0 && quantityLots >= 0, `level ${priceTicks} holds ${quantityLots}`);
  }

  rejected(): void {}
  duplicate(): void {}

  private isQuote({ orderId, asset }: Posting): boolean {
    return this.marketOf(this.order(orderId).command.market).quote === asset;
  }

  /** No order that the taker might have met stands better than the maker, or at its price from before. */
  private checkPriority(fill: Fill): void {
    for (const [id, { command, state }] of this.orders) {
      if (state !== 'resting' || command.market !== fill.market || command.side === fill.takerSide) continue;
      if (command.owner === fill.takerOwner) continue;
      const better =
        fill.takerSide === 'buy' ? fill.priceTicks - command.priceTicks : command.priceTicks - fill.priceTicks;
      check(better < 0 || (better === 0 && id >= fill.makerOrder), `order ${id} should have traded first`);
    }
  }

  private order(orderId: number): AuditedOrder {
    const order = this.orders.get(orderId);
    check(order !== undefined, `order ${orderId} is not open`);
    return order;
  }
}

function isWithin(command: PlaceOrder, priceTicks: number): boolean {
  if (command.orderType === 'market') return true;
  return command.side === 'buy' ? priceTicks <= command.priceTicks : priceTicks >= command.priceTicks;
}

function checkFee(fee: number, received: bigint, ppm: number): void {
  const parts = received * BigInt(ppm);
  const exact = BigInt(fee) * 1_000_000n;
  check(BigInt(fee) <= received && exact >= parts && exact - parts < 1_000_000n, `fee ${fee} on ${received} is wrong`);
}

function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`audit: ${message}`);
}
