/** @binance/connector has no types of its own. */
declare module '@binance/connector' {
  interface Answer {
    readonly data: unknown;
  }
  export class Spot {
    constructor(apiKey: string, apiSecret: string, options: { readonly baseURL: string });
    account(): Promise<Answer>;
    newOrder(symbol: string, side: string, type: string, options?: object): Promise<Answer>;
    cancelOrder(symbol: string, options?: object): Promise<Answer>;
    cancelOpenOrders(symbol: string): Promise<Answer>;
    newOCOOrder(
      ...order: [symbol: string, side: string, quantity: number, aboveType: string, belowType: string, prices: object]
    ): Promise<Answer>;
    openOrders(options?: object): Promise<Answer>;
    myTrades(symbol: string): Promise<Answer>;
    depositAddress(coin: string, options?: object): Promise<Answer>;
    depositHistory(options?: object): Promise<Answer>;
    withdraw(coin: string, address: string, amount: number, options?: object): Promise<Answer>;
    withdrawHistory(options?: object): Promise<Answer>;
  }
  export class WebsocketStream {
    constructor(options: { readonly wsURL: string; readonly callbacks: object });
    aggTrade(symbol: string): void;
    disconnect(): void;
  }
}
