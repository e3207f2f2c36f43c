import type { Client } from '@fft/client';
import { calls, type Order as OwnOrder } from '@fft/contract';
import type { Order, Trade } from 'ccxt';
import { symbol, type Bot } from './ccxt-bot.ts';
import type { Ccxt } from './scene.ts';

const pageSize = 1_000;

/** All orders of a bot by ccxt, oldest first. */
async function ordersOf(exchange: Ccxt): Promise<Order[]> {
  return pagesOf((from) => exchange.fetchOrders(symbol, undefined, pageSize, { orderId: from }));
}

async function tradesOf(exchange: Ccxt): Promise<Trade[]> {
  return pagesOf((from) => exchange.fetchMyTrades(symbol, undefined, pageSize, { fromId: from }));
}

async function pagesOf<T extends { id?: string | undefined }>(read: (from: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let from = 1; ;) {
    const page = await read(from);
    all.push(...page);
    if (page.length < pageSize) return all;
    from = Number(page.at(-1)?.id) + 1;
  }
}

/** All orders of the same customer by the native API. */
async function ownOrdersOf(client: Client): Promise<OwnOrder[]> {
  const all: OwnOrder[] = [];
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly OwnOrder[]; readonly next: string | null } = await client.call(
      calls.trade.history,
      { limit: 100, ...(cursor !== null && { cursor }) },
    );
    all.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return all;
}

export interface BotView {
  readonly orders: readonly Order[];
  readonly trades: readonly Trade[];
}

/** Compares what a bot sees by ccxt with the native API and with itself. Returns the differences. */
export async function compareViews(bot: Bot, client: Client): Promise<BotView & { readonly wrongs: string[] }> {
  const wrongs: string[] = [];
  const [orders, trades] = [await ordersOf(bot.exchange), await tradesOf(bot.exchange)];
  const own = new Map((await ownOrdersOf(client)).map((order) => [order.id, order]));
  if (own.size !== orders.length) wrongs.push(`${orders.length} orders by ccxt, ${own.size} by the native API`);
  const filled = Map.groupBy(trades, ({ order }) => order);
  for (const { id = '', filled: inAll, clientOrderId } of orders) {
    const native = own.get(id);
    if (Number(native?.filled) !== inAll) wrongs.push(`order ${id}: ${inAll} filled, natively ${native?.filled}`);
    if (native?.clientOrderId !== clientOrderId) wrongs.push(`order ${id} is ${clientOrderId}`);
    const sum = (filled.get(id) ?? []).reduce((total, trade) => total + (trade.amount ?? 0), 0);
    if (Math.abs(sum - (inAll ?? 0)) > 1e-9) wrongs.push(`order ${id}: ${inAll} filled, ${sum} in its trades`);
  }
  const byClientId = new Map(orders.map(({ clientOrderId, id }) => [clientOrderId, id]));
  for (const [clientOrderId, id] of bot.placed)
    if (id !== null && byClientId.get(clientOrderId) !== id) wrongs.push(`order ${id} of ${clientOrderId} is lost`);
  return { orders, trades, wrongs: [...wrongs, ...(await balanceDifferences(bot, client))] };
}

async function balanceDifferences({ exchange }: Bot, client: Client): Promise<string[]> {
  const balance: Readonly<
    Record<string, { readonly free?: number | undefined; readonly used?: number | undefined } | undefined>
  > = {
    ...(await exchange.fetchBalance()),
  };
  const { accounts } = await client.call(calls.assets.overview, {});
  return accounts.coin.flatMap(({ coin, usable, frozen }) => {
    const { free = 0, used = 0 } = balance[coin] ?? {};
    const isSame = free === Number(usable) && used === Number(frozen);
    return isSame ? [] : [`${coin}: ${free} and ${used} held, natively ${usable} and ${frozen}`];
  });
}
