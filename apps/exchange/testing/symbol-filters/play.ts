import { createRandom } from '../faults/random.ts';
import { askBinance, queryOf } from '../test-binance.ts';
import type { TestExchange } from '../test-exchange.ts';
import { createTestTrader, type TestTrader } from '../test-trader.ts';
import { cut, exact, one, textOf } from './exact.ts';
import { type OrderFields, type SymbolFilter, violated } from './judge.ts';
import { randomOrder, type Scale, scaleOf } from './random-order.ts';

export interface ListedSymbol {
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly quotePrecision: number;
  readonly orderTypes: readonly string[];
  readonly filters: readonly SymbolFilter[];
}

/** What happened to the orders of a run: how many were accepted by type, and refused by filter. */
export type Tally = Map<string, number>;

/** Prices of whole coins in USDT, near those of the faucet. */
const worths: Readonly<Record<string, number>> = {
  BTC: 97_000,
  ETH: 3_400,
  SOL: 215,
  BNB: 680,
  POL: 0.45,
  LTC: 104,
  USDT: 1,
  USDC: 1,
};

/** The symbols whose coins the faucet gives for trading. */
export async function listedSymbols(exchange: TestExchange): Promise<readonly ListedSymbol[]> {
  const answer = await fetch(`${exchange.url}/api/v3/exchangeInfo`);
  const { symbols } = (await answer.json()) as { readonly symbols: readonly ListedSymbol[] };
  return symbols.filter(({ baseAsset, quoteAsset }) => baseAsset in worths && quoteAsset in worths);
}

/** A symbol with a last price and a wall of orders on both sides, so that it trades at two prices only. */
export interface Scene {
  readonly url: string;
  readonly listed: ListedSymbol;
  readonly scale: Scale;
  readonly maker: TestTrader;
  readonly taker: TestTrader;
  readonly bid: string;
  readonly ask: string;
  /** Cancels of what may be open. The one call that cancels everything is limited to a few a second. */
  readonly cancels: (() => Promise<unknown>)[];
}

export async function openScene(exchange: TestExchange, listed: ListedSymbol, name: string): Promise<Scene> {
  const { symbol, baseAsset, quoteAsset, filters, quotePrecision } = listed;
  const [base, quote] = [worths[baseAsset] ?? 1, worths[quoteAsset] ?? 1];
  const fund = (coin: string, price: number): Readonly<Record<string, string>> => ({
    [coin]: (45_000 / price).toFixed(6),
  });
  const funds = { ...fund(baseAsset, base), ...fund(quoteAsset, quote) };
  const [maker, taker] = await Promise.all(
    ['maker', 'taker'].map((role) => createTestTrader(exchange, `${role}.${name}.${symbol.toLowerCase()}`, funds)),
  );
  if (maker === undefined || taker === undefined) throw new Error('two traders');
  const scale = scaleOf(filters, quotePrecision);
  const price = cut(exact((base / quote).toFixed(12)), scale.tick);
  const [bid, ask] = [textOf(price - scale.tick), textOf(price + scale.tick)];
  const scene: Scene = { url: exchange.url, listed, scale, maker, taker, bid, ask, cancels: [] };
  await renewWalls(scene);
  return scene;
}

/** Renews the walls, each of a hundred of the smallest orders, and cancels what rests. */
async function renewWalls(scene: Scene): Promise<void> {
  const { listed, scale, maker, taker, bid, ask, cancels } = scene;
  const { symbol } = listed;
  for (const cancel of cancels.splice(0)) await cancel();
  const lots = cut((scale.minNotional * 100n * one) / exact(ask), scale.step);
  const wall = { symbol, type: 'LIMIT', timeInForce: 'GTC', quantity: textOf(lots) };
  for (const order of [
    { ...wall, side: 'SELL', price: ask },
    { ...wall, side: 'BUY', price: bid },
  ]) {
    willCancel(scene, maker, await maker.done('POST', 'order', order));
  }
  // The symbol needs a last price.
  const smallest = cut((scale.minNotional * 5n * one) / exact(bid), scale.step);
  await taker.done('POST', 'order', { symbol, type: 'MARKET', side: 'BUY', quantity: textOf(smallest) });
}

function willCancel(
  { listed: { symbol }, cancels }: Scene,
  trader: TestTrader,
  { orderId }: { readonly orderId?: unknown },
): void {
  cancels.push(() => trader.ask('DELETE', '/api/v3/order', { symbol, orderId: String(orderId) }));
}

export interface Run {
  readonly seed: number;
  /** Orders of each type. */
  readonly orders: number;
}

/** Orders after which the walls are renewed and what rests is cancelled. */
const renewEvery = 40;

/** Places random orders of each type, and returns what was answered otherwise than the judge says. */
export async function play(scene: Scene, { seed, orders }: Run, tally: Tally): Promise<readonly string[]> {
  const { listed, scale } = scene;
  const wrong: string[] = [];
  for (const [index, type] of listed.orderTypes.entries()) {
    const random = createRandom(seed, numberOf(listed.symbol) + index);
    for (let count = 0; count < orders; count += 1) {
      if (count % renewEvery === 0) await renewWalls(scene);
      const last = await lastPrice(scene);
      const fault = await playOne(scene, { order: randomOrder(random, type, { scale, last }), last }, tally);
      if (fault !== null) wrong.push(`${listed.symbol}, seed ${seed}, order ${count}: ${fault}`);
    }
  }
  return wrong;
}

/** Other orders for each symbol. */
const numberOf = (symbol: string): number => Buffer.from(symbol).reduce((sum, byte) => sum * 31 + byte, 0);

async function lastPrice({ listed: { symbol }, url }: Scene): Promise<string> {
  const { body } = await askBinance(url, '/api/v3/ticker/price', { query: queryOf({ symbol }) });
  return (body as { readonly price: string }).price;
}

interface Played {
  readonly order: OrderFields;
  readonly last: string;
}

interface Answer {
  readonly code?: number;
  readonly msg?: string;
  readonly executedQty?: string;
  readonly orderId?: unknown;
}

async function playOne(scene: Scene, { order, last }: Played, tally: Tally): Promise<string | null> {
  const { listed, taker } = scene;
  const failed = violated(order, listed.filters, { last, openOrders: 0, openAlgoOrders: 0 });
  const { status, body } = await taker.ask('POST', '/api/v3/order', { symbol: listed.symbol, ...order });
  const answer = body as Answer;
  if (status === 200) willCancel(scene, taker, answer);
  if (Number(answer.executedQty ?? 0) > 0) await renewWalls(scene);
  const outcome = failed.size > 0 ? refusedBy(failed, answer) : takenAs(order, status, answer);
  if (outcome !== null) {
    count(tally, outcome);
    return null;
  }
  const judged = failed.size > 0 ? `violates ${[...failed].join(', ')}` : 'fits all filters';
  return `${JSON.stringify(order)} at ${last} is answered ${status} ${JSON.stringify(body)}, but ${judged}`;
}

/** Null if the answer names none of the filters that the order violates. */
function refusedBy(failed: ReadonlySet<string>, { code, msg }: Answer): string | null {
  const name = /^Filter failure: (\w+)$/.exec(msg ?? '')?.[1];
  return code === -1013 && name !== undefined && failed.has(name) ? `refused by ${name}` : null;
}

/** Null if the answer to an order that fits all filters isn't one that such an order may have. */
function takenAs(order: OrderFields, status: number, { code, msg = '' }: Answer): string | null {
  if (status === 200) return `accepted ${order.type}${order.icebergQty === undefined ? '' : ' iceberg'}`;
  return code === -2010 && otherReasons(order).includes(msg) ? msg : null;
}

function count(tally: Tally, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

/** Why an order that fits the filters may be refused. */
function otherReasons({ type }: OrderFields): readonly string[] {
  return [
    'Account has insufficient balance for requested action.',
    ...(type === 'LIMIT_MAKER' ? ['Order would immediately match and take.'] : []),
    ...(type.startsWith('STOP') || type.startsWith('TAKE') ? ['Order would trigger immediately.'] : []),
  ];
}
