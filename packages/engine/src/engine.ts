import type { AccountKind, AssetId, AssetRules, Command, MarketId, MarketRules, OrderId, OwnerId } from './command.ts';
import { cancel } from './handlers/cancel.ts';
import { openAsset, openMarket, setMarketState } from './handlers/listing.ts';
import { deposit, transfer } from './handlers/money.ts';
import { place } from './handlers/place.ts';
import { holdWithdrawal, releaseWithdrawal, settleWithdrawal } from './handlers/withdrawal.ts';
import type { EngineListener } from './listener.ts';
import type { AccountBalance, Balance, Depth, MatchingEngine, OpenOrder, Withdrawal } from './matching-engine.ts';
import { isCount, isRecord } from './rules/form.ts';
import * as queries from './state/queries.ts';
import { stateHash } from './state/state-hash.ts';
import { State } from './state/state.ts';
import { validate } from './state/validate.ts';

/** The engine. Takes what a journal yields: a command of any form is refused rather than thrown at; only a failed check inside throws. */
export class Engine implements MatchingEngine {
  private readonly state: State;

  constructor(listener: EngineListener) {
    this.state = new State(listener);
  }

  apply(command: Command): void {
    const { state } = this;
    state.commandCount += 1;
    // Typed as a command, but read from a journal.
    const given: unknown = command;
    if (!isRecord(given)) return state.listener.rejected(command, 'malformed');
    if (command.time > state.time && isCount(command.time)) state.time = command.time;
    state.requests.advance(state.time);
    switch (command.type) {
      case 'place':
        return place(state, command);
      case 'cancel':
        return cancel(state, command);
      case 'deposit':
        return deposit(state, command);
      case 'transfer':
        return transfer(state, command);
      case 'holdWithdrawal':
        return holdWithdrawal(state, command);
      case 'settleWithdrawal':
        return settleWithdrawal(state, command);
      case 'releaseWithdrawal':
        return releaseWithdrawal(state, command);
      case 'openAsset':
        return openAsset(state, command);
      case 'openMarket':
        return openMarket(state, command);
      case 'setMarketState':
        return setMarketState(state, command);
      default:
        // A tick did its work by its time.
        if (command.type !== 'tick' || !isCount(command.time)) state.listener.rejected(command, 'malformed');
    }
  }

  get time(): number {
    return this.state.time;
  }

  get commandCount(): number {
    return this.state.commandCount;
  }

  get assets(): readonly AssetRules[] {
    return this.state.assets;
  }

  get markets(): readonly MarketRules[] {
    return this.state.markets.map((market) => market.rules);
  }

  balance(owner: OwnerId, kind: AccountKind, asset: AssetId): Balance {
    return queries.balance(this.state, owner, kind, asset);
  }

  balances(owner: OwnerId): AccountBalance[] {
    return queries.balances(this.state, owner);
  }

  openOrder(orderId: OrderId): OpenOrder | null {
    return queries.openOrder(this.state, orderId);
  }

  openOrders(owner: OwnerId, market?: MarketId): OpenOrder[] {
    return queries.openOrders(this.state, owner, market);
  }

  orderIdOf(owner: OwnerId, clientOrderId: string): OrderId | null {
    return queries.orderIdOf(this.state, owner, clientOrderId);
  }

  withdrawal(owner: OwnerId, requestId: string): Withdrawal | null {
    return queries.withdrawal(this.state, owner, requestId);
  }

  depth(market: MarketId, levels: number): Depth {
    return queries.depth(this.state, market, levels);
  }

  lastPriceTicks(market: MarketId): number {
    return this.state.market(market)?.lastPriceTicks ?? 0;
  }

  stateHash(): string {
    return stateHash(this.state);
  }

  validate(): void {
    validate(this.state);
  }
}

/** An empty engine that tells everything to `listener`. */
export function createEngine(listener: EngineListener): Engine {
  return new Engine(listener);
}
