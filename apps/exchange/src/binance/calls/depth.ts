import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { formatLevel } from '../decimals.ts';
import type { Symbols } from '../symbols.ts';
import { publicCall, type BinanceCall } from './call.ts';
import { limitTo, symbol } from './param-types.ts';
import { required, withDefault } from './params.ts';

/** Weights by the number of levels. */
const weights = [
  [100, 5],
  [500, 25],
  [1_000, 50],
] as const;
const [maxLevels, maxWeight] = [5_000, 250];

export interface DepthParts {
  readonly symbols: Symbols;
  readonly host: Pick<EngineHost, 'engine' | 'sequence'>;
}

/** The order book. Its `lastUpdateId` is the journal entry that the book includes, as in the events of `@depth`. */
export function depth({ symbols, host }: DepthParts): BinanceCall {
  return publicCall({
    rest: ['GET', '/api/v3/depth'],
    ws: 'depth',
    weight: ({ limit }) => weights.find(([levels]) => limit <= levels)?.[1] ?? maxWeight,
    params: { symbol: required(symbol), limit: withDefault(limitTo(maxLevels), 100) },
    handle: ({ symbol: name, limit }) => {
      const { view } = symbols.find(name);
      const { bids, asks } = host.engine.depth(view.id, limit);
      const wire = (side: typeof bids) => side.map((level) => formatLevel(view, level));
      return { lastUpdateId: host.sequence, bids: wire(bids), asks: wire(asks) };
    },
  });
}
