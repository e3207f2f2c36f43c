import type { Api } from './http/route.ts';
import type { Trading } from './start-trading.ts';
import { serveTransfer } from './transfer/transfer.ts';

/** What the areas that move money work with. */
export interface MoneyParts {
  readonly api: Api;
  readonly trading: Trading;
}

/** Binds the calls that move money other than by trading. */
export function serveMoney({ api, trading }: MoneyParts): void {
  serveTransfer({ ...trading, api });
}
