import type { Ledger } from '../../ledger/open-ledger.ts';
import type { OrdersService } from '../../orders/index.ts';
import type { DoorLimits } from '../limits.ts';
import { createSymbols } from '../symbols.ts';
import { accountCalls } from './account.ts';
import { type BinanceCall, publicCall } from './call.ts';
import { exchangeInfo } from './exchange-info.ts';
import { marketDataCalls, type MarketReaders } from './market-data.ts';
import { orderCalls } from './orders/order-calls.ts';
import type { TradingParts } from './orders/trading-parts.ts';
import { walletCalls } from './wallet/wallet-calls.ts';
import type { WalletServices } from './wallet-parts.ts';

export interface CallTableParts {
  readonly ledger: Pick<Ledger, 'host' | 'directory'>;
  readonly markets: MarketReaders;
  readonly orders: OrdersService;
  readonly events: TradingParts['events'];
  readonly wallet: WalletServices;
  readonly limits: Pick<DoorLimits, 'rules' | 'orderCounts'>;
  readonly now: () => number;
}

/** Every call of the door; `call.ts` explains an entry. */
export function createCalls({
  ledger,
  markets,
  orders,
  events,
  wallet,
  limits,
  now,
}: CallTableParts): readonly BinanceCall[] {
  const { host, directory } = ledger;
  const symbols = createSymbols(directory);
  return [
    ...generalCalls(now),
    exchangeInfo({ symbols, rateLimits: limits.rules, now }),
    ...marketDataCalls({ ...markets, symbols, host, now }),
    ...accountCalls({ ledger, symbols, orderCounts: limits.orderCounts }),
    ...orderCalls({ symbols, host, directory, service: orders, events, now }),
    ...walletCalls({ ...wallet, ledger }),
  ];
}

/** Connectivity and time. */
function generalCalls(now: () => number): readonly BinanceCall[] {
  return [
    publicCall({ rest: ['GET', '/api/v3/ping'], ws: 'ping', weight: 1, params: {}, handle: () => ({}) }),
    publicCall({
      rest: ['GET', '/api/v3/time'],
      ws: 'time',
      weight: 1,
      params: {},
      handle: (_input, { at }) => ({ serverTime: at(now()) }),
    }),
  ];
}
