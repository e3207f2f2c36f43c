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
} from '@fft/engine';
import { isFormed, isKey } from './forms.ts';
import { naiveStateHash } from './naive-hash.ts';
import { carryOut, endByCancel } from './place-order.ts';
import { listingRefusal, moneyRefusal, orderRefusal } from './refusals.ts';
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
        return this.carryOutOnce(command);
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

  private carryOutOnce(command: PlaceOrder | Deposit | Transfer): void {
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
    world.memory.push({ command, time, orderId: 0, refusal: null });
    if (command.type === 'deposit') this.deposit(command);
    else this.transfer(command);
  }

  private accept(command: PlaceOrder): void {
    const { world } = this;
    const id = world.orders.length + 1;
    const order: NaiveOrder = { id, command: { ...command, time: world.time }, open: 0n, isOpen: false };
    world.listener.orderAccepted(id, command, world.time);
    carryOut(world, order);
    world.orders.push(order);
    world.memory.push({ command, time: world.time, orderId: id, refusal: null });
    this.tellRest(order);
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
}
