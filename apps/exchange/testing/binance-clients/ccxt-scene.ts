import type { Ccxt } from './scene.ts';

/** Two traders at one market, each by ccxt. */
export interface CcxtScene {
  readonly bot: Ccxt;
  readonly other: Ccxt;
}

export type Check = (scene: CcxtScene) => Promise<unknown>;

export const symbol = 'BTC/USDT';
export const amount = 0.001;
/** Far from the trades' price, so that it rests. */
export const lowPrice = 45_000;
export const tradePrice = 50_000;

export const rest = ({ bot }: CcxtScene, params = {}) =>
  bot.createOrder(symbol, 'limit', 'buy', amount, lowPrice, params);

/** Makes a trade between the two, in which the bot is the taker. Returns the bot's order. */
export async function trade({ bot, other }: CcxtScene) {
  await other.createOrder(symbol, 'limit', 'sell', amount, tradePrice);
  return bot.createOrder(symbol, 'limit', 'buy', amount, tradePrice);
}
