import type { AccountKind, AssetId, AssetRules, Command, MarketId, MarketRules, OrderId, OwnerId } from './command.ts';
import { amend } from './handlers/amend.ts';
import { applyOther } from './handlers/apply-other.ts';
import { cancel } from './handlers/cancel.ts';
import { place } from './handlers/place.ts';
import type { EngineListener } from './listener.ts';
import type {
  AccountBalance,
  Balance,
  Depth,
  MatchingEngine,
  OpenOrder,
  OwnFees,
  Withdrawal,
} from './matching-engine.ts';
import { isCount, isRecord } from './rules/form.ts';
import { loadState, saveState } from './snapshot/snapshot.ts';
import * as queries from './state/queries.ts';
import { none } from './store/records.ts';
import { stateHash } from './state/state-hash.ts';
import { State, type StateOptions } from './state/state.ts';
import { runDue } from './time/run-due.ts';
import { validate } from './state/validate.ts';

/** The engine. Takes what a journal yields: a command of any form is refused rather than thrown at; only a failed check inside throws. */
export class Engine implements MatchingEngine {
  private readonly state: State;

  /** An empty engine, or one with a state that was restored. */
  constructor(listener: EngineListener, state = new State(listener)) {
    this.state = state;
  }

  apply(command: Command): void {
    this.carryOut(command);
    this.state.ledger.assertBalanced();
  }

  private carryOut(command: Command): void {
    const { state } = this;
    state.commandCount += 1;
    // Typed as a command, but read from a journal.
    const given: unknown = command;
    if (!isRecord(given)) return state.listener.rejected(command, 'malformed');
    // Each kind of command has a form of its own: read by kind, its fields lie at known places.
    switch (command.type) {
      case 'place':
        begin(state, command.time);
        return place(state, command);
      case 'cancel':
        begin(state, command.time);
        return cancel(state, command);
      case 'amend':
        begin(state, command.time);
        return amend(state, command);
      default:
        begin(state, command.time);
        return applyOther(state, command);
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

  marketRules(market: MarketId): MarketRules | null {
    return this.state.market(market)?.rules ?? null;
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

  hasOrdered(owner: OwnerId, market: MarketId): boolean {
    return queries.hasOrdered(this.state, owner, market);
  }

  orderIdOf(owner: OwnerId, clientOrderId: string): OrderId | null {
    return queries.orderIdOf(this.state, owner, clientOrderId);
  }

  withdrawal(owner: OwnerId, requestId: string): Withdrawal | null {
    return queries.withdrawal(this.state, owner, requestId);
  }

  ownFees(owner: OwnerId): OwnFees | null {
    const slot = this.state.fees.slotOf(owner);
    return slot === none ? null : this.state.fees.at(slot);
  }

  depth(market: MarketId, levels: number): Depth {
    return queries.depth(this.state, market, levels);
  }

  lastPriceTicks(market: MarketId): number {
    return this.state.market(market)?.lastPriceTicks ?? 0;
  }

  dueAt(): number {
    const { work, time, timers } = this.state;
    return work.length > 0 ? time : timers.nextAt();
  }

  stateHash(): string {
    return stateHash(this.state);
  }

  /** Everything that the engine holds, for {@link restoreEngine}: to be kept with the number of the journal's last entry applied. */
  snapshot(): Uint8Array {
    return saveState(this.state);
  }

  validate(): void {
    validate(this.state);
  }
}

/** Moves the time on, does what that makes due, and forgets what is outdated. */
function begin(state: State, time: number): void {
  state.workLeft = state.workPerCommand;
  if (time > state.time && isCount(time)) {
    state.time = time;
    state.requests.setTime(time);
    runDue(state);
  } else if (state.isBehind) {
    runDue(state);
  }
  state.requests.clear();
}

/**
 * The engine of a snapshot: goes on exactly as the one that wrote it, and tells everything from now on to `listener`.
 * @throws SnapshotUnreadable
 */
export function restoreEngine(snapshot: Uint8Array, listener: EngineListener, options: StateOptions = {}): Engine {
  return new Engine(listener, loadState(snapshot, listener, options));
}

/** An empty engine that tells everything to `listener`. */
export function createEngine(listener: EngineListener, options: StateOptions = {}): Engine {
  return new Engine(listener, new State(listener, options));
}
