import { calls } from '@fft/contract';
import type { Query } from './test-binance.ts';
import { startTestExchange, type TestExchange } from './test-exchange.ts';
import { createTestTrader, type TestTrader } from './test-trader.ts';
import { connectWsApi, type TestWsApi } from './test-ws-api.ts';

export type Answer = Readonly<Record<string, unknown>>;
export type OrderAnswer = Answer & { readonly orderId: number };
export type ListAnswer = Answer & { readonly orderListId: number; readonly orders: readonly OrderAnswer[] };

export const symbol = 'BTCUSDT';

/** Two customers of one exchange who trade BTC/USDT at Binance's door, and the socket of the first one with their events. */
export class TwoTraders {
  readonly exchange: TestExchange;
  readonly anna: TestTrader;
  readonly li: TestTrader;
  #socket: TestWsApi;

  private constructor(exchange: TestExchange, traders: readonly [TestTrader, TestTrader], socket: TestWsApi) {
    this.exchange = exchange;
    [this.anna, this.li] = traders;
    this.#socket = socket;
  }

  /** The last price is 97,000. */
  static async start(): Promise<TwoTraders> {
    const exchange = await startTestExchange();
    const funds = { BTC: '0.4', USDT: '50000' };
    const anna = await createTestTrader(exchange, 'anna', funds);
    const li = await createTestTrader(exchange, 'li', funds);
    const two = new TwoTraders(exchange, [anna, li], await listen(exchange, anna));
    await two.trade('97000');
    return two;
  }

  async stop(): Promise<void> {
    this.#socket.socket.close();
    await this.exchange.stop();
  }

  /** Stops the exchange and starts it again on the same database. */
  async restart(): Promise<void> {
    this.#socket.socket.close();
    await this.exchange.restart();
    this.#socket = await listen(this.exchange, this.anna);
  }

  /** Ends all orders, and forgets the events so far. */
  async clear(): Promise<void> {
    for (const { customer } of [this.anna, this.li]) await customer.call(calls.trade.cancelAll, { symbol: 'all' });
    this.#socket.events.length = 0;
  }

  /** A limit order over REST. */
  place(by: TestTrader, side: 'BUY' | 'SELL', price: string, quantity: string, more: Query = {}): Promise<OrderAnswer> {
    const order = { symbol, side, type: 'LIMIT', timeInForce: 'GTC', price, quantity };
    return by.done('POST', 'order', { ...order, ...more });
  }

  /** Moves the last price. */
  async trade(price: string): Promise<void> {
    await this.place(this.li, 'SELL', price, '0.001');
    await this.place(this.anna, 'BUY', price, '0.001');
  }

  /** Reads an order of the first trader. */
  read(fields: Query): Promise<OrderAnswer> {
    return this.anna.done('GET', 'order', { symbol, ...fields });
  }

  /** Asks over the WebSocket API as the first trader. */
  askSocket(method: string, query: Query): ReturnType<TestWsApi['askSigned']> {
    return this.#socket.askSigned(signerOf(this.anna), method, query);
  }

  /** The events of a kind that the first trader heard. */
  events(kind: string) {
    return this.#socket.events.map(({ event }) => event).filter(({ e }) => e === kind);
  }
}

const signerOf = ({ key }: TestTrader) => ({ apiKey: key.key.id, secret: key.secret });

async function listen(exchange: TestExchange, trader: TestTrader): Promise<TestWsApi> {
  const api = await connectWsApi(exchange.url);
  await api.askSigned(signerOf(trader), 'userDataStream.subscribe.signature');
  return api;
}
