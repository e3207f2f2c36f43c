import {
  type EngineListener,
  type Fill,
  firstCustomer,
  type MarketRules,
  type MarketState,
  type FeeOverride,
  type PlaceOrder,
  type Posting,
} from '@fft/engine';
import { isStop } from '../naive/forms.ts';

interface AuditedOrder {
  /** With its amended price and quantity. */
  command: PlaceOrder;
  filledLots: number;
  spent: bigint;
  /** Its position in the order of arrival. */
  arrival: number;
  state: 'new' | 'resting' | 'waiting' | 'done' | 'cancelled';
  /** The rates of its owner when it was accepted. */
  readonly rates: FeeOverride;
  /** True between an amendment that changed nothing and its new place: a leg whose pair grew. */
  mayRestAgain?: boolean;
}

/**
 * Audits an engine by its events alone: it folds them into its own balances and orders, and throws if they contradict each other or the
 * trading rules. Call {@link endCommand} after each command.
 */
export class Auditor implements EngineListener {
  private readonly accounts = new Map<string, { available: bigint; frozen: bigint }>();
  private readonly orders = new Map<number, AuditedOrder>();
  private readonly trades = new Map<number, number>();
  private readonly sums = new Map<number, bigint>();
  private readonly marketOf: (market: number) => MarketRules;
  private readonly states = new Map<number, MarketState>();
  private lastOrderId = 0;
  private arrivals = 0;
  /** Quote paid by buyers, less the quote that reached sellers and fees: zero after each command. */
  private readonly unsettled = new Map<number, bigint>();

  private readonly feesOf: (owner: number) => FeeOverride | null;

  /** `feesOf` returns a customer's fee override, if any. */
  constructor(marketOf: (market: number) => MarketRules, feesOf: (owner: number) => FeeOverride | null = () => null) {
    this.marketOf = marketOf;
    this.feesOf = feesOf;
  }

  /** Asserts that the command's postings add up to zero per asset. */
  endCommand(): void {
    for (const [asset, sum] of this.sums) check(sum === 0n, `asset ${asset}: a command's postings add up to ${sum}`);
    for (const [asset, sum] of this.unsettled) check(sum === 0n, `asset ${asset}: a trade's money is not settled`);
    for (const [id, order] of this.orders)
      check(order.state !== 'new', `order ${id} was accepted but neither rests nor ended`);
    for (const [id, { state }] of this.orders) if (state === 'done' || state === 'cancelled') this.orders.delete(id);
    this.sums.clear();
  }

  /** Compares the folded balances with the engine's. */
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
    const rates = this.ratesOf(command.owner, command.market);
    this.orders.set(orderId, { command, filledLots: 0, spent: 0n, arrival: 0, state: 'new', rates });
  }

  orderRested(orderId: number, openLots: number): void {
    const order = this.order(orderId);
    const isRefill = order.state === 'resting' && (order.command.visibleLots ?? 0) > 0;
    const mayRest = order.state === 'new' || isRefill || order.mayRestAgain === true;
    check(mayRest && openLots > 0, `order ${orderId} rests with ${openLots}`);
    order.mayRestAgain = false;
    check(order.command.quantityLots === order.filledLots + openLots, `order ${orderId} rests with the wrong quantity`);
    check(order.command.orderType === 'limit' && order.command.timeInForce === 'GTC', `order ${orderId} may not rest`);
    order.state = 'resting';
    this.arrivals += 1;
    order.arrival = this.arrivals;
  }

  orderWaiting(orderId: number): void {
    const order = this.order(orderId);
    check(order.state === 'new' && isStop(order.command), `order ${orderId} is not a stop`);
    order.state = 'waiting';
  }

  orderTriggered(orderId: number): void {
    const order = this.order(orderId);
    check(order.state === 'waiting', `order ${orderId} was not waiting`);
    order.state = 'new';
  }

  orderAmended(orderId: number, priceTicks: number, quantityLots: number): void {
    const order = this.order(orderId);
    const isOpen = order.state === 'resting' || order.state === 'waiting';
    check(isOpen && quantityLots > order.filledLots, `order ${orderId} can't be amended this way`);
    const keepsPlace = priceTicks === order.command.priceTicks && quantityLots <= order.command.quantityLots;
    // A take-profit rests again when its pair grows, also where the stop alone does.
    order.mayRestAgain = order.state === 'resting' && keepsPlace && quantityLots === order.command.quantityLots;
    order.command = { ...order.command, priceTicks, quantityLots };
    if (!keepsPlace && order.state === 'resting') order.state = 'new';
  }

  marketStateChanged(market: number, state: MarketState): void {
    this.states.set(market, state);
  }

  filled(fill: Fill): void {
    const rules = this.marketOf(fill.market);
    const taker = this.order(fill.takerOrder);
    const maker = this.order(fill.makerOrder);
    const number = (this.trades.get(fill.market) ?? 0) + 1;
    check(fill.tradeNumber === number, `trade ${fill.tradeNumber} of market ${fill.market} should be ${number}`);
    this.trades.set(fill.market, number);
    const isAuction = (this.states.get(fill.market) ?? rules.state) !== 'open';
    const takerState = isAuction ? 'resting' : 'new';
    check(taker.state === takerState && maker.state === 'resting', `trade ${number}: a side may not trade now`);
    check(
      taker.command.owner === fill.takerOwner && maker.command.owner === fill.makerOwner,
      'a fill has a wrong owner',
    );
    check(fill.takerOwner !== fill.makerOwner, `trade ${number} is between one owner's orders`);
    check(
      maker.command.side !== fill.takerSide && taker.command.side === fill.takerSide,
      `trade ${number}: wrong sides`,
    );
    check(isWithin(taker.command, fill.priceTicks), `trade ${number} is beyond the taker's limit`);
    if (isAuction) {
      check(isWithin(maker.command, fill.priceTicks), `trade ${number} is beyond the maker's limit`);
      check(fill.takerOrder > fill.makerOrder, `trade ${number}: the taker is the older`);
      for (const order of [taker, maker]) this.checkPriority(order, null);
    } else {
      check(fill.priceTicks === maker.command.priceTicks, `trade ${number} is not at the maker's price`);
      this.checkPriority(maker, fill.takerOwner);
    }

    const notional = BigInt(fill.priceTicks) * BigInt(fill.quantityLots) * BigInt(rules.unitsPerTickLot);
    check(BigInt(fill.notional) === notional, `trade ${number} has a wrong notional`);
    const base = BigInt(fill.quantityLots) * BigInt(rules.unitsPerLot);
    const isBuy = fill.takerSide === 'buy';
    const takerRates = this.ratesOf(fill.takerOwner, fill.market);
    const makerRates = this.ratesOf(fill.makerOwner, fill.market);
    checkFee(fill.takerFee, isBuy ? base : notional, Math.min(takerRates.takerFeePpm, taker.rates.takerFeePpm));
    checkFee(fill.makerFee, isBuy ? notional : base, Math.min(makerRates.makerFeePpm, maker.rates.makerFeePpm));
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
    check(order.state !== 'done' && order.state !== 'cancelled', `order ${orderId} ended before`);
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
    check(account.available === BigInt(posting.available), `available of ${name} is reported wrongly`);
    check(account.frozen === BigInt(posting.frozen), `frozen of ${name} is reported wrongly`);
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

  private ratesOf(owner: number, market: number): FeeOverride {
    return this.feesOf(owner) ?? this.marketOf(market);
  }

  private isQuote({ orderId, asset }: Posting): boolean {
    return this.marketOf(this.order(orderId).command.market).quote === asset;
  }

  /** Throws if another resting order has a better price, or the same price and an earlier arrival. The taker's own orders don't count. */
  private checkPriority({ command: traded, arrival }: AuditedOrder, exceptOwner: number | null): void {
    for (const [id, { command, state, arrival: other }] of this.orders) {
      if (state !== 'resting' || command.market !== traded.market || command.side !== traded.side) continue;
      if (command.owner === exceptOwner) continue;
      const sign = traded.side === 'sell' ? 1 : -1;
      const better = (traded.priceTicks - command.priceTicks) * sign;
      check(better < 0 || (better === 0 && other >= arrival), `order ${id} should have traded first`);
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
