import { chargeAddress } from '../../transport/http/charge.ts';
import type { Api } from '../../transport/http/route.ts';
import { udfConfig } from './config.ts';
import { udfHistory, type UdfHistoryOptions } from './history.ts';
import { udfSearch, udfSymbol } from './symbols.ts';
import type { UdfQuery } from './udf-query.ts';

export interface UdfOptions extends UdfHistoryOptions {
  readonly api: Pick<Api, 'server' | 'isReady' | 'weights'>;
  readonly now: () => number;
}

/** The weight of 2,000 candles that are not cached. */
const historyWeight = 15;

/**
 * Serves the markets in the form of TradingView's Universal Data Feed: `/udf/config`, `/udf/symbols`, `/udf/search`, `/udf/history`, `/udf/time`. Seconds,
 * JSON numbers, no envelope, and open to pages of every origin, as all of it is public.
 */
export function serveUdf(options: UdfOptions): void {
  const { api, exchange, now } = options;
  const { weights = null } = api;
  const bind = (path: string, weight: number, answer: (query: UdfQuery) => unknown) => {
    api.server.get(`/udf/${path}`, async (request, reply) => {
      const refused = chargeAddress(weights, { request, reply, weight });
      if (refused !== null) return refused;
      void reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-store',
      });
      if (!api.isReady()) return reply.code(503).send({ s: 'error', errmsg: 'starting or stopping' });
      return answer(textsOf(request.query));
    });
  };
  bind('config', 1, () => udfConfig(exchange));
  bind('time', 1, () => String(Math.floor(now() / 1000)));
  bind('symbols', 1, (query) => udfSymbol(options, query['symbol'] ?? ''));
  bind('search', 3, (query) => udfSearch(options, query));
  bind('history', historyWeight, (query) => udfHistory(options, query));
}

function textsOf(query: unknown): UdfQuery {
  const fields = Object.entries((query ?? {}) as Record<string, unknown>);
  return Object.fromEntries(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
