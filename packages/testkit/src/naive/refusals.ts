import type { Command, Deposit, HoldWithdrawal, PlaceOrder, Rejection, Transfer } from '@fft/engine';
import { isFormed } from './forms.ts';
import { planOf } from './plan.ts';
import type { NaiveMarket, World } from './world.ts';

const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** The first refusal of an order that holds, each asked in turn. */
export function orderRefusal(world: World, order: PlaceOrder): Rejection | null {
  const market = Number.isSafeInteger(order.market) ? world.markets[order.market] : undefined;
  if (market === undefined) return 'unknownMarket';
  if (!isFormed(order)) return 'malformed';
  const { rules } = market;
  if (rules.state !== 'open') return 'marketNotOpen';

  const limit = limitRefusal(order, market);
  if (limit !== null) return limit;
  if (order.orderType === 'limit' && order.timeInForce === 'GTC') {
    const own = world.orders.filter(
      (one) => one.isOpen && one.command.owner === order.owner && one.command.market === order.market,
    );
    if (own.length >= rules.maxOpenOrders) return 'tooManyOpenOrders';
  }
  const asset = order.side === 'buy' ? rules.quote : rules.base;
  if (holdOf(world, order) > world.available(order.owner, 'coin', asset)) return 'insufficientBalance';
  return bookRefusal(world, order);
}

/** The market's limits on quantity, notional and price. */
function limitRefusal(order: PlaceOrder, { rules, lastPriceTicks }: NaiveMarket): Rejection | null {
  const isLimit = order.orderType === 'limit';
  if (order.amount === 0 && order.quantityLots < rules.minQuantityLots) return 'quantityTooSmall';
  if (order.amount === 0 && order.quantityLots > rules.maxQuantityLots) return 'quantityTooLarge';
  const atPrice = BigInt(order.priceTicks) * BigInt(order.quantityLots) * BigInt(rules.unitsPerTickLot);
  const notional = isLimit ? atPrice : BigInt(order.amount);
  if (notional > 0n && notional < BigInt(rules.minNotional)) return 'notionalTooSmall';
  if (notional > 0n && notional > BigInt(rules.maxNotional)) return 'notionalTooLarge';
  if (isLimit && lastPriceTicks > 0 && rules.bandPpm > 0) {
    const away = BigInt(Math.abs(order.priceTicks - lastPriceTicks));
    if (away * 1_000_000n > BigInt(lastPriceTicks) * BigInt(rules.bandPpm)) return 'priceOutsideBand';
  }
  return null;
}

function bookRefusal(world: World, order: PlaceOrder): Rejection | null {
  const [best] = world.queue(order.market, order.side === 'buy' ? 'sell' : 'buy');
  if (order.postOnly && best !== undefined) {
    const distance = order.priceTicks - best.command.priceTicks;
    if (order.side === 'buy' ? distance >= 0 : distance <= 0) return 'postOnlyWouldCross';
  }
  if (order.timeInForce === 'FOK' && planOf(world, order).lots < BigInt(order.quantityLots)) {
    return 'fillOrKillUnfillable';
  }
  return order.orderType === 'market' && best === undefined ? 'noLiquidity' : null;
}

/** What an order freezes. */
export function holdOf(world: World, order: PlaceOrder): bigint {
  const rules = world.rules(order.market);
  if (order.side === 'sell') return BigInt(order.quantityLots) * BigInt(rules.unitsPerLot);
  if (order.orderType === 'limit') {
    return BigInt(order.priceTicks) * BigInt(order.quantityLots) * BigInt(rules.unitsPerTickLot);
  }
  return order.amount > 0 ? BigInt(order.amount) : planOf(world, order).notional;
}

export function moneyRefusal(world: World, command: Deposit | Transfer | HoldWithdrawal): Rejection | null {
  if (!Number.isSafeInteger(command.asset) || world.assets[command.asset] === undefined) return 'unknownAsset';
  if (!isFormed(command)) return 'malformed';
  const amount = BigInt(command.amount);
  if (command.type === 'transfer') {
    return world.available(command.owner, command.from, command.asset) < amount ? 'insufficientBalance' : null;
  }
  if (command.type === 'holdWithdrawal') {
    return world.available(command.owner, command.kind, command.asset) < amount ? 'insufficientBalance' : null;
  }
  const issued = world.accounts
    .filter((one) => one.asset === command.asset && (one.owner === 2 || one.owner === 3))
    .reduce((sum, one) => sum - one.available, 0n);
  const owed = world.available(command.source === 'chain' ? 2 : 3, command.kind, command.asset) - amount;
  return issued + amount > safeMax || owed < -safeMax ? 'balanceOverflow' : null;
}

export function listingRefusal(
  world: World,
  command: Extract<Command, { type: 'openAsset' | 'openMarket' | 'setMarketState' }>,
): Rejection | null {
  if (command.type === 'setMarketState') {
    if (!Number.isSafeInteger(command.market) || world.markets[command.market] === undefined) return 'unknownMarket';
    return isFormed(command) ? null : 'malformed';
  }
  if (command.type === 'openAsset') {
    const isTaken = isFormed(command) && world.assets.some((one) => one.code === command.asset.code);
    return isFormed(command) && !isTaken ? null : 'malformed';
  }
  const { market } = command;
  if (typeof market === 'object' && market !== null) {
    const known = [market.base, market.quote].filter((asset) => {
      return Number.isSafeInteger(asset) && world.assets[asset] !== undefined;
    });
    if (known.length < 2) return 'unknownAsset';
  }
  const isTaken = isFormed(command) && world.markets.some((one) => one.rules.symbol === market.symbol);
  return isFormed(command) && !isTaken ? null : 'malformed';
}
