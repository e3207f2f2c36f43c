import type {
  AccountBalance,
  AccountKind,
  AssetId,
  AssetRules,
  Balance,
  AmendOrder,
  ArmDeadMan,
  CancelOrder,
  Command,
  Convert,
  Deposit,
  Depth,
  EngineListener,
  MarketId,
  MarketRules,
  MatchingEngine,
  OpenOrder,
  OrderId,
  OwnerId,
  FeeOverride,
  PlaceOrder,
  PlacePair,
  Rejection,
  SetFees,
  Side,
  Transfer,
  Withdrawal,
  CancelAll,
} from '@fft/engine';
import { acceptOrder, acceptUnfilled } from './accept.ts';
import { amend } from './amend.ts';
import { convert } from './convert.ts';
import { setFees, setMarketFees } from './fees.ts';
import { isWellFormed, isKey, givenLimits } from './forms.ts';
import { endsUnfilled, mayReuse, meaningOf } from './ids.ts';
import { naiveStateHash } from './naive-hash.ts';
import { setState, runTriggeredStops } from './market-states.ts';
import { type Listing, listingRejection, moneyRejection, orderRejection } from './rejections.ts';
import { ofPair, pairRejection } from './pair.ts';
import { maxPrintableTicks } from './printable.ts';
import { nextDueAt, runDue, startCancelAll, runPendingWork } from './time.ts';
import { cancelOrder } from './trade.ts';
import { triggerOf } from './trails.ts';
import { endWithdrawal, holdWithdrawal } from './withdraw.ts';
import { idOf, isOpen, isFindingPrice, type NaiveMemory, type NaiveOrder, World } from './world.ts';

/** A literal implementation of the specification with lists, linear scans and `BigInt`: slow, and plainly right. The oracle of the tests. */
export class NaiveEngine implements MatchingEngine {
  private readonly world: World;

  /** `maxWorkPerCommand` limits due work, for tests. */
  constructor(listener: EngineListener, { maxWorkPerCommand }: { readonly maxWorkPerCommand?: number } = {}) {
    this.world = new World(listener, maxWorkPerCommand ?? null);
  }

  apply(command: Command): void {
    const { world } = this;
    world.commandCount += 1;
    if (typeof command !== 'object' || command === null) return world.listener.rejected(command, 'malformed');
    if (Number.isSafeInteger(command.time)) world.time = Math.max(world.time, command.time);
    world.workLeft = world.maxWorkPerCommand;
    runDue(world);
    switch (command.type) {
      case 'place':
      case 'deposit':
      case 'transfer':
      case 'holdWithdrawal':
        return this.executeOnce(command);
      case 'settleWithdrawal':
      case 'releaseWithdrawal':
        return endWithdrawal(world, command);
      case 'cancel':
      case 'amend':
        return this.cancelOrAmend(command);
      case 'placePair':
        return this.placePair(command);
      case 'convert':
        return convert(world, command);
      default:
        return this.applyInfrequent(command);
    }
  }

  private applyInfrequent(
    command: Exclude<Command, NaiveMemory['command'] | CancelOrder | AmendOrder | PlacePair | Convert>,
  ): void {
    const { world } = this;
    switch (command.type) {
      case 'cancelAll':
        return cancelAll(world, command);
      case 'armDeadMan':
        return this.armDeadMan(command);
      case 'setFees':
        return this.setFees(command);
      case 'settleWithdrawal':
      case 'releaseWithdrawal':
        return endWithdrawal(world, command);
      case 'openAsset':
      case 'openMarket':
      case 'setMarketState':
      case 'setMarketLimits':
        return this.list(command);
      case 'tick':
        if (!isWellFormed(command)) world.listener.rejected(command, 'malformed');
        return;
      default:
        return world.listener.rejected(command, 'malformed');
    }
  }

  private executeOnce(command: NaiveMemory['command']): void {
    const { world } = this;
    const { time } = world;
    const known = isKey(command.owner, idOf(command))
      ? world.remembered(command.type, command.owner, idOf(command))
      : undefined;
    const use = meaningOf(world, known, command);
    if (known !== undefined && use === 'duplicate') {
      return world.listener.duplicate(command, known.orderId, known.rejection);
    }
    if (use === 'conflict') return world.listener.rejected(command, 'idConflict');
    const rejection = command.type === 'place' ? orderRejection(world, command) : moneyRejection(world, command);
    if (rejection !== null && !endsUnfilled(command, rejection)) {
      const isKept = isWellFormed(command) && rejection !== 'malformed' && !mayReuse(command);
      if (isKept) world.memory.push({ command, time, orderId: 0, rejection });
      return world.listener.rejected(command, rejection);
    }
    if (known !== undefined) known.isFreed = true;
    if (command.type === 'place') return rejection === null ? this.accept(command) : acceptUnfilled(world, command);
    if (command.type === 'holdWithdrawal') return holdWithdrawal(world, command);
    world.memory.push({ command, time, orderId: 0, rejection: null });
    if (command.type === 'deposit') this.deposit(command);
    else this.transfer(command);
  }

  private placePair(pair: PlacePair): void {
    const { world } = this;
    const legs = [pair.limit, pair.stop];
    if (!legs.every((leg) => typeof leg === 'object' && leg !== null))
      return world.listener.rejected(pair, 'malformed');
    const known = legs.map((leg) => {
      return isKey(leg.owner, leg.clientOrderId) ? world.remembered('place', leg.owner, leg.clientOrderId) : undefined;
    });
    const uses = legs.map((leg, index) => meaningOf(world, known[index], { ...leg, type: 'place' }));
    if (uses.some((use) => use !== 'free')) {
      if (uses.some((use) => use !== 'duplicate')) return world.listener.rejected(pair, 'idConflict');
      return legs.forEach((leg, index) => {
        world.listener.duplicate(leg, known[index]?.orderId ?? 0, known[index]?.rejection ?? null);
      });
    }
    const rejection = ofPair(world, pair, () => pairRejection(world, pair));
    if (rejection === null) {
      for (const one of known) if (one !== undefined) one.isFreed = true;
      return ofPair(world, pair, () => legs.forEach((leg) => this.accept(leg)));
    }
    const isKept = isWellFormed(pair) && rejection !== 'malformed';
    for (const command of isKept ? legs.filter((leg) => !mayReuse(leg)) : [])
      world.memory.push({ command, time: world.time, orderId: 0, rejection });
    world.listener.rejected(pair, rejection);
  }

  private accept(command: PlaceOrder): void {
    acceptOrder(this.world, command);
    runTriggeredStops(this.world, this.world.market(command.market));
  }

  private cancelOrAmend(command: CancelOrder | AmendOrder): void {
    const { world } = this;
    const id = this.orderIdNamed(command);
    const order = world.orders.find((one) => one.id === id);
    const isOwn = order !== undefined && order.command.owner === command.owner;
    const isKnown = world.memory.some((one) => one.orderId === order?.id && world.isRemembered(one));
    const refuse = (reason: Rejection): void => world.listener.rejected(command, reason);
    if (!isOwn || !isKnown) return refuse('unknownOrder');
    if (!isOpen(order)) return refuse('orderNotOpen');
    if (command.type === 'amend') {
      const rejection = amend(world, order, command);
      if (rejection !== null) refuse(rejection);
      return;
    }
    if (!isWellFormed(command)) return refuse('malformed');
    const market = world.market(order.command.market);
    const isLocked = market.rules.state === 'halted' || isFindingPrice(market);
    if (isLocked && command.always !== true) return refuse('marketNotOpen');
    if (isFindingPrice(market)) world.keepCancel(market.id, order.id);
    else cancelOrder(world, order, 'byOwner');
  }

  private armDeadMan(command: ArmDeadMan): void {
    const { world } = this;
    if (command.market !== 'all' && !world.hasMarket(command.market)) {
      return world.listener.rejected(command, 'unknownMarket');
    }
    const { owner, timeoutMs } = command;
    if (!isWellFormed(command) || !Number.isSafeInteger(world.time + timeoutMs)) {
      return world.listener.rejected(command, 'malformed');
    }
    const time = world.time + timeoutMs;
    const market = command.market === 'all' ? -1 : command.market;
    world.deadMen = world.deadMen.filter((one) => one.owner !== owner || one.market !== market);
    if (timeoutMs > 0) world.deadMen.push({ owner, market, time });
  }

  private setFees(command: SetFees): void {
    const { world } = this;
    if (!isWellFormed(command)) return world.listener.rejected(command, 'malformed');
    setFees(world, command);
  }

  private orderIdNamed({ orderId, owner, clientOrderId }: CancelOrder | AmendOrder): OrderId | undefined {
    if (orderId !== 0) return orderId;
    return isKey(owner, clientOrderId) ? this.world.remembered('place', owner, clientOrderId)?.orderId : undefined;
  }

  private deposit({ owner, kind, asset, amount, source }: Deposit): void {
    const outside = { owner: source === 'chain' ? 2 : 3, kind, asset };
    this.world.post(outside, { available: -BigInt(amount), reason: 'deposit' });
    this.world.post({ owner, kind, asset }, { available: BigInt(amount), reason: 'deposit' });
  }

  private transfer({ owner, asset, from, amount }: Transfer): void {
    const to = from === 'coin' ? 'fiat' : 'coin';
    this.world.post({ owner, kind: from, asset }, { available: -BigInt(amount), reason: 'transfer' });
    this.world.post({ owner, kind: to, asset }, { available: BigInt(amount), reason: 'transfer' });
  }

  private list(command: Listing): void {
    const { world } = this;
    const rejection = listingRejection(world, command);
    if (rejection !== null) return world.listener.rejected(command, rejection);
    if (command.type === 'openAsset') world.assets.push(command.asset);
    if (command.type === 'openMarket') {
      const id = world.markets.length;
      const ticks = maxPrintableTicks(command.market, world.assets);
      const nothing = { maxPrintableTicks: ticks, lastPriceTicks: 0, tradeCount: 0, until: 0 };
      const trails = { sell: { reached: null, activated: null }, buy: { reached: null, activated: null } };
      const lists = { trades: [], reached: [], brackets: [], legsDue: [] };
      world.markets.push({ id, rules: command.market, ...nothing, ...lists, trails, opening: null });
    }
    if (command.type === 'setMarketLimits') {
      const market = world.market(command.market);
      setMarketFees(world, command, givenLimits(command));
      market.rules = { ...market.rules, ...givenLimits(command) };
      market.trades = [];
    }
    if (command.type !== 'setMarketState') return;
    setState(world, world.market(command.market), command.state);
    runTriggeredStops(world, world.market(command.market));
  }

  get time(): number {
    return this.world.time;
  }

  get commandCount(): number {
    return this.world.commandCount;
  }

  get assets(): readonly AssetRules[] {
    return this.world.assets;
  }

  get markets(): readonly MarketRules[] {
    return this.world.markets.map((market) => market.rules);
  }

  marketRules(market: MarketId): MarketRules | null {
    return this.markets[market] ?? null;
  }

  balance(owner: OwnerId, kind: AccountKind, asset: AssetId): Balance {
    const account = this.world.account(owner, kind, asset);
    return { available: Number(account?.available ?? 0n), frozen: Number(account?.frozen ?? 0n) };
  }

  balances(owner: OwnerId): AccountBalance[] {
    return this.world.accounts
      .filter((account) => account.owner === owner)
      .toSorted((a, b) => a.asset - b.asset || a.kind.localeCompare(b.kind))
      .map(({ kind, asset }) => ({ kind, asset, ...this.balance(owner, kind, asset) }));
  }

  openOrder(orderId: OrderId): OpenOrder | null {
    const order = this.world.orders.find((one) => one.id === orderId && isOpen(one));
    return order === undefined ? null : this.viewOf(order);
  }

  openOrders(owner: OwnerId, market?: MarketId): OpenOrder[] {
    return this.world.orders
      .filter((one) => isOpen(one) && one.command.owner === owner)
      .filter((one) => market === undefined || one.command.market === market)
      .map((one) => this.viewOf(one))
      .toReversed();
  }

  hasOrdered(owner: OwnerId, market: MarketId): boolean {
    return this.world.orders.some(({ command }) => command.owner === owner && command.market === market);
  }

  orderIdOf(owner: OwnerId, clientOrderId: string): OrderId | null {
    const orderId = this.world.remembered('place', owner, clientOrderId)?.orderId ?? 0;
    return orderId === 0 ? null : orderId;
  }

  withdrawal(owner: OwnerId, requestId: string): Withdrawal | null {
    const found = this.world.withdrawal(owner, requestId);
    if (found?.command.type !== 'holdWithdrawal') return null;
    const { asset, kind, destination, amount, fee } = found.command;
    return { asset, kind, destination, amount, fee, state: found.stage ?? 'released' };
  }

  dueAt(): number {
    return nextDueAt(this.world);
  }

  feeOverride(owner: OwnerId): FeeOverride | null {
    return this.world.fees.get(owner) ?? null;
  }

  depth(market: MarketId, levels: number): Depth {
    const sideOf = (side: Side): [number, number][] => {
      const prices = new Set(this.world.queue(market, side).map((order) => order.command.priceTicks));
      return [...prices].slice(0, levels).map((price) => [price, Number(this.world.quantityAt(market, side, price))]);
    };
    return { bids: sideOf('buy'), asks: sideOf('sell') };
  }

  lastPriceTicks(market: MarketId): number {
    return this.world.markets[market]?.lastPriceTicks ?? 0;
  }

  marketStateEnd(id: MarketId): number {
    const market = this.world.markets[id];
    return market?.opening ? this.world.time : (market?.until ?? 0);
  }

  stateHash(): string {
    return naiveStateHash(this.world);
  }

  /** The lists have no redundant data that could disagree, so only the balance of the books is checked. */
  validate(): void {
    for (const asset of this.world.assets.keys()) {
      const sum = this.world.accounts
        .filter((account) => account.asset === asset)
        .reduce((total, account) => total + account.available + account.frozen, 0n);
      if (sum !== 0n) throw new Error(`the books of asset ${asset} do not balance`);
    }
  }

  private viewOf(order: NaiveOrder): OpenOrder {
    const { id: orderId, command } = order;
    const openLots = Number(order.open);
    const filledLots = command.quantityLots - openLots;
    const isWaiting = order.state !== 'resting';
    const trailedTicks = isWaiting && order.extreme !== null ? Math.max(0, triggerOf(order)) : 0;
    return { orderId, command, filledLots, openLots, held: Number(this.world.heldBy(order)), isWaiting, trailedTicks };
  }
}

/** Cancels an owner's orders in a market or in all; in halted ones only if `always`. */
function cancelAll(world: World, command: CancelAll): void {
  const { owner, market } = command;
  const stateOf = (id: number) => world.markets[id]?.rules.state;
  if (market !== 'all' && !world.hasMarket(market)) return world.listener.rejected(command, 'unknownMarket');
  if (!isWellFormed(command)) return world.listener.rejected(command, 'malformed');
  const isAllowed = (id: number) => command.always === true || stateOf(id) !== 'halted';
  if (market !== 'all' && !isAllowed(market)) return world.listener.rejected(command, 'marketNotOpen');
  const all = world.markets.map(({ id }) => id);
  const markets = all.filter((id) => (market === 'all' || id === market) && isAllowed(id));
  startCancelAll(world, owner, markets, 'byOwner');
  runPendingWork(world);
}
