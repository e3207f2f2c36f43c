import type {
  AccountBalance,
  AccountKind,
  AssetId,
  AssetRules,
  Balance,
  CancelOrder,
  Command,
  Deposit,
  Depth,
  EngineListener,
  MarketId,
  MarketRules,
  MatchingEngine,
  OpenOrder,
  OrderId,
  OwnerId,
  PlaceOrder,
  Rejection,
  Side,
  Transfer,
  Withdrawal,
} from '@fft/engine';
import { isFormed, isKey } from './forms.ts';
import { naiveStateHash } from './naive-hash.ts';
import { carryOut, endByCancel } from './place-order.ts';
import { listingRefusal, moneyRefusal, orderRefusal } from './refusals.ts';
import { endWithdrawal, holdWithdrawal } from './withdraw.ts';
import { idOf, type NaiveMemory, type NaiveOrder, World } from './world.ts';

/** The engine as its description reads, with lists, linear scans and `BigInt`: slow, and plainly right. The oracle of the tests. */
export class NaiveEngine implements MatchingEngine {
  private readonly world: World;

  constructor(listener: EngineListener) {
    this.world = new World(listener);
  }

  apply(command: Command): void {
    const { world } = this;
    world.commandCount += 1;
    if (typeof command !== 'object' || command === null) return world.listener.rejected(command, 'malformed');
    if (Number.isSafeInteger(command.time)) world.time = Math.max(world.time, command.time);
    switch (command.type) {
      case 'place':
      case 'deposit':
      case 'transfer':
      case 'holdWithdrawal':
        return this.carryOutOnce(command);
      case 'settleWithdrawal':
      case 'releaseWithdrawal':
        return endWithdrawal(world, command);
      case 'cancel':
        return this.cancel(command);
      case 'openAsset':
      case 'openMarket':
      case 'setMarketState':
        return this.list(command);
      case 'tick':
        if (!isFormed(command)) world.listener.rejected(command, 'malformed');
        return;
      default:
        return world.listener.rejected(command, 'malformed');
    }
  }

  private carryOutOnce(command: NaiveMemory['command']): void {
    const { world } = this;
    const { time } = world;
    const known = isKey(command.owner, idOf(command))
      ? world.remembered(command.type, command.owner, idOf(command))
      : undefined;
    if (known !== undefined) {
      if (!isSameBody(known.command, command)) return world.listener.rejected(command, 'idConflict');
      return world.listener.duplicate(command, known.orderId, known.refusal);
    }
    const refusal = command.type === 'place' ? orderRefusal(world, command) : moneyRefusal(world, command);
    if (refusal !== null) {
      if (isFormed(command)) world.memory.push({ command, time, orderId: 0, refusal });
      return world.listener.rejected(command, refusal);
    }
    if (command.type === 'place') return this.accept(command);
    if (command.type === 'holdWithdrawal') return holdWithdrawal(world, command);
    world.memory.push({ command, time, orderId: 0, refusal: null });
    if (command.type === 'deposit') this.deposit(command);
    else this.transfer(command);
  }

  private accept(command: PlaceOrder): void {
    const { world } = this;
    const id = world.orders.length + 1;
    const order: NaiveOrder = { id, command: { ...command, time: world.time }, open: 0n, isOpen: false };
    world.orders.push(order);
    world.memory.push({ command, time: world.time, orderId: id, refusal: null });
    world.listener.orderAccepted(id, command, world.time);
    carryOut(world, order);
  }

  private cancel(command: CancelOrder): void {
    const { world } = this;
    const order = world.orders.find((one) => one.id === this.orderIdToCancel(command));
    const isOwn = order !== undefined && order.command.owner === command.owner;
    const isKnown = world.allRemembered().some((one) => one.orderId === order?.id);
    const refuse = (reason: Rejection): void => world.listener.rejected(command, reason);
    if (!isOwn || !isKnown) return refuse('unknownOrder');
    if (!order.isOpen) return refuse('orderNotOpen');
    if (!isFormed(command)) return refuse('malformed');
    const { market, owner, side, priceTicks } = order.command;
    if (world.rules(market).state === 'halted') return refuse('marketNotOpen');
    endByCancel(world, order);
    world.listener.orderCancelled(order.id, owner, market, 'byOwner');
    world.tellLevel(market, side, priceTicks);
  }

  private orderIdToCancel({ orderId, owner, clientOrderId }: CancelOrder): OrderId | undefined {
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

  private list(command: Extract<Command, { type: 'openAsset' | 'openMarket' | 'setMarketState' }>): void {
    const { world } = this;
    const refusal = listingRefusal(world, command);
    if (refusal !== null) return world.listener.rejected(command, refusal);
    if (command.type === 'openAsset') world.assets.push(command.asset);
    if (command.type === 'openMarket') world.markets.push({ rules: command.market, lastPriceTicks: 0, tradeCount: 0 });
    const market = command.type === 'setMarketState' ? world.markets[command.market] : undefined;
    if (market !== undefined && command.type === 'setMarketState') {
      market.rules = { ...market.rules, state: command.state };
    }
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
    const order = this.world.orders.find((one) => one.id === orderId && one.isOpen);
    return order === undefined ? null : this.viewOf(order);
  }

  openOrders(owner: OwnerId, market?: MarketId): OpenOrder[] {
    return this.world.orders
      .filter((one) => one.isOpen && one.command.owner === owner)
      .filter((one) => market === undefined || one.command.market === market)
      .map((one) => this.viewOf(one))
      .toReversed();
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

  stateHash(): string {
    return naiveStateHash(this.world);
  }

  /** The lists hold nothing twice that could disagree; what is left is that the books balance. */
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
    const filledLots = command.quantityLots - Number(order.open);
    return { orderId, command, filledLots, openLots: Number(order.open), held: Number(this.world.heldBy(order)) };
  }
}

/** Whether two requests ask for the same: every field but the time. */
function isSameBody(first: NaiveMemory['command'], second: NaiveMemory['command']): boolean {
  if (!isFormed(second)) return false;
  const other = new Map<string, unknown>(Object.entries(second));
  return Object.entries(first).every(([name, value]) => name === 'time' || other.get(name) === value);
}
