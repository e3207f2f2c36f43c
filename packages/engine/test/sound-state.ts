import { buildCancel, buildDeposit, buildHold, buildOrder, listing, testMarket } from '@fft/testkit';
import type { Bracket, Brackets } from '../src/brackets/brackets.ts';
import type { Command, MarketState } from '../src/command.ts';
import { Engine } from '../src/engine.ts';
import { silentListener } from '../src/listener.ts';
import type { Market } from '../src/markets/market.ts';
import { copyConditions, type ConditionState } from '../src/requests/order-conditions.ts';
import { State } from '../src/state/state.ts';
import { validate } from '../src/state/validate.ts';

const trail = { owner: 1001, side: 'sell', priceTicks: 104 } as const;
const bracket = { takeProfitTicks: 110, stopLossTicks: 95 } as const;
const loss = { stopTicks: 90, stopDirection: 'falling', otherLeg: 'gain' } as const;

/** A state with something of every kind, and access to its parts. */
export class SoundState {
  readonly state = new State(silentListener);
  private readonly engine = new Engine(silentListener, this.state);
  readonly market: Market;
  /** The slot of a cancelled order. */
  readonly gone: number;

  constructor() {
    this.apply(
      ...listing([testMarket, { ...testMarket, symbol: 'ETH/USDT', base: 2 }]),
      ...[1000, 1001].flatMap((owner) => [0, 1, 2].map((asset) => buildDeposit({ owner, asset, amount: 1_000_000 }))),
      buildOrder({ clientOrderId: 'first' }),
      buildOrder({ clientOrderId: 'second', quantityLots: 5 }),
      buildOrder({ clientOrderId: 'deeper', priceTicks: 99 }),
      buildOrder({
        owner: 1001,
        side: 'sell',
        clientOrderId: 'berg',
        priceTicks: 110,
        quantityLots: 20,
        visibleLots: 6,
      }),
      buildOrder({ owner: 1001, side: 'sell', clientOrderId: 'ask', priceTicks: 111 }),
      buildOrder({ priceTicks: 110, quantityLots: 2 }),
      buildOrder({ clientOrderId: 'rising', stopTicks: 120, stopDirection: 'rising', priceTicks: 121 }),
      buildOrder({ owner: 1001, side: 'sell', clientOrderId: 'falling', stopTicks: 95, stopDirection: 'falling' }),
      {
        type: 'placePair',
        time: 0,
        limit: buildOrder({ owner: 1001, side: 'sell', clientOrderId: 'gain', priceTicks: 115 }),
        stop: buildOrder({ owner: 1001, side: 'sell', clientOrderId: 'loss', priceTicks: 89, ...loss }),
      },
      ...[1, 2].map((index) => buildOrder({ ...trail, clientOrderId: `trail-${index}`, trailTicks: 5 })),
      buildOrder({ ...trail, clientOrderId: 'later', trailBps: 500, activationTicks: 118, priceTicks: 110 }),
      buildOrder({ market: 1, clientOrderId: 'elsewhere' }),
      buildOrder({ market: 1, owner: 1001, clientOrderId: 'entry', priceTicks: 101, ...bracket }),
      buildOrder({ market: 1, side: 'sell', priceTicks: 101, quantityLots: 4 }),
      { type: 'setFees', time: 0, owner: 1000, makerFeePpm: 1, takerFeePpm: 1, feeProtection: true },
      buildHold({ requestId: 'one' }),
      buildHold({ requestId: 'other' }),
      buildOrder({ clientOrderId: 'gone', priceTicks: 50 }),
    );
    this.market = this.state.market(0) as Market;
    this.gone = this.order('gone');
    this.apply(buildCancel({ clientOrderId: 'gone' }));
  }

  /** Ends the market's fees, with this many open orders under them. */
  endFees(openOrders: number): void {
    const { makerFeePpm, takerFeePpm } = this.market.rules;
    this.market.feesBefore.end({ makerFeePpm, takerFeePpm }, this.state.lastOrderId, openOrders);
  }

  apply(...commands: Command[]): void {
    for (const command of commands) this.engine.apply(command);
  }

  order(clientOrderId: string): number {
    const ids = [1000, 1001].map((owner) => this.engine.orderIdOf(owner, clientOrderId));
    return this.state.requests.openOrder(ids.find((id) => id !== null) as number);
  }

  /** The bracket of the second market, whose entry was partly filled. */
  get bracket(): Bracket {
    return this.brackets.get(this.state.orders.idOf(this.order('entry'))) as Bracket;
  }

  get brackets(): Brackets {
    return (this.state.market(1) as Market).brackets;
  }

  levelOf(clientOrderId: string): number {
    return this.state.orders.levelOf(this.order(clientOrderId));
  }

  account(owner: number): number {
    return this.state.accounts.find(owner, 0, 1);
  }

  /** Changes an account's balance. */
  change(owner: number, available: number, frozen: number): void {
    const { accounts } = this.state;
    const slot = this.account(owner);
    accounts.set(slot, accounts.availableOf(slot) + available, accounts.frozenOf(slot) + frozen);
  }

  setState(state: MarketState): void {
    this.market.rules = { ...this.market.rules, state };
  }

  /** Changes an order's condition state. */
  conditionState(clientOrderId: string, changed: Partial<ConditionState>): void {
    const order = this.order(clientOrderId);
    const table = this.state.orders['conditions'];
    const before = this.state.orders.conditionState(order);
    const { hiddenLots, amendedTicks, held, legOrder } = before;
    const conditions = { ...copyConditions(before), ...changed };
    const progress = { hiddenLots, amendedTicks, held, legOrder, ...changed };
    table.remove(order);
    const stored = table.add(order, conditions);
    stored.hiddenLots = progress.hiddenLots;
    stored.amendedTicks = progress.amendedTicks;
    stored.held = progress.held;
    stored.legOrder = progress.legOrder;
  }

  hold(owner: number, flags: number): void {
    const body = { flags, subject: 1, first: 0, second: 1 };
    this.state.requests['held'].set('more', { ...body, owner, id: 'more', time: 0 });
  }

  /** Collects two orders in an auction, then opens the market without trading. */
  cross(bidTicks: number, askTicks: number): void {
    this.setState('auction');
    const ask = { owner: 1001, side: 'sell', priceTicks: askTicks } as const;
    this.apply(buildOrder({ priceTicks: bidTicks }), buildOrder(ask));
    validate(this.state);
    this.setState('open');
  }
}
