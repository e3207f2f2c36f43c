import type {
  AccountKind,
  AssetId,
  AssetRules,
  Command,
  MarketId,
  MarketRules,
  OrderId,
  OwnerId,
  PlaceOrder,
} from './command.ts';
import { amend } from './handlers/amend.ts';
import { applyInfrequent } from './handlers/apply-infrequent.ts';
import { cancel } from './handlers/cancel.ts';
import { check, checkForm, expectedFills } from './handlers/check.ts';
import { place } from './handlers/place.ts';
import type { EngineListener } from './listener.ts';
import type {
  AccountBalance,
  Balance,
  CommandCheck,
  CustomerCommand,
  Depth,
  ExpectedFills,
  MatchingEngine,
  OpenOrder,
  FeeOverride,
  Withdrawal,
} from './matching-engine.ts';
import type { Refused, Rejection } from './rejection.ts';
import { isCount, isRecord } from './rules/form.ts';
import { loadState, saveState } from './snapshot/snapshot.ts';
import * as queries from './state/queries.ts';
import { stateHash } from './state/state-hash.ts';
import { State, type StateOptions } from './state/state.ts';
import { runDue } from './time/run-due.ts';
import { validate } from './state/validate.ts';

/** The engine. Commands come from a journal, so a malformed one is rejected, never thrown at. Only a failed assertion throws. */
export class Engine implements MatchingEngine, CommandCheck {
  private readonly state: State;

  /** Creates an engine with an empty or a restored state. */
  constructor(listener: EngineListener, state = new State(listener)) {
    this.state = state;
  }

  apply(command: Command): void {
    this.execute(command);
    this.state.ledger.assertBalanced();
  }

  private execute(command: Command): void {
    const { state } = this;
    state.commandCount += 1;
    // Typed as a command, but read from a journal.
    const given: unknown = command;
    if (!isRecord(given)) return state.listener.rejected(command, 'malformed');
    // Each kind of command has its own object shape, so reading fields per kind stays monomorphic.
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
        return applyInfrequent(state, command);
    }
  }

  checkForm(command: CustomerCommand): Rejection | null {
    return checkForm(this.state, command);
  }

  check(command: CustomerCommand): Refused | null {
    return check(this.state, command);
  }

  fills(order: PlaceOrder): ExpectedFills {
    return expectedFills(this.state, order);
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

  feeOverride(owner: OwnerId): FeeOverride | null {
    return this.state.fees.of(owner);
  }

  depth(market: MarketId, levels: number): Depth {
    return queries.depth(this.state, market, levels);
  }

  lastPriceTicks(market: MarketId): number {
    return this.state.market(market)?.lastPriceTicks ?? 0;
  }

  marketStateEnd(market: MarketId): number {
    return queries.marketStateEnd(this.state, market);
  }

  dueAt(): number {
    const { pendingWork, time, timers } = this.state;
    return pendingWork.length > 0 ? time : timers.nextAt();
  }

  stateHash(): string {
    return stateHash(this.state);
  }

  /** The whole state, for {@link restoreEngine}. Store it with the number of the last journal entry applied. */
  snapshot(): Uint8Array {
    return saveState(this.state);
  }

  validate(): void {
    validate(this.state);
  }
}

/** Advances the engine's time, runs what became due, and forgets outdated requests. */
function begin(state: State, time: number): void {
  state.workLeft = state.maxWorkPerCommand;
  if (time > state.time && isCount(time)) {
    state.time = time;
    state.requests.setTime(time);
    runDue(state);
  } else if (state.hasDueWork) {
    runDue(state);
  }
  state.requests.clear();
}

/**
 * Restores an engine from a snapshot. It continues exactly as the engine that wrote it, and reports later events to `listener`.
 * @throws SnapshotUnreadable
 */
export function restoreEngine(snapshot: Uint8Array, listener: EngineListener, options: StateOptions = {}): Engine {
  return new Engine(listener, loadState(snapshot, listener, options));
}

/** Creates an empty engine that reports its events to `listener`. */
export function createEngine(listener: EngineListener, options: StateOptions = {}): Engine {
  return new Engine(listener, new State(listener, options));
}
