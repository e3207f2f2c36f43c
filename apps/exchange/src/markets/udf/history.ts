import type { Series } from '../candles/series.ts';
import { resolutions } from './config.ts';
import type { UdfQuery } from './udf-query.ts';
import { marketOf, unknownSymbol, type UdfMarkets } from './symbols.ts';

export interface UdfHistoryOptions extends UdfMarkets {
  readonly series: Series;
}

/** Maximum number of candles in one answer; a chart that counts back further requests the rest. */
const maxCandles = 2_000;
const wholeSeconds = /^-?\d{1,12}$/;

/**
 * Returns candles from `from` (included) to `to` (not included), in seconds; with `countback`, that many before `to` regardless of `from`. An empty answer means that no
 * earlier ones exist either, as the series has no gaps.
 */
export async function udfHistory(options: UdfHistoryOptions, query: UdfQuery): Promise<object> {
  const { symbol = '', resolution = '', from = '0', to = '', countback } = query;
  const view = marketOf(options, symbol);
  if (!view) return unknownSymbol;
  // Charts request a day as `D` or `1D`.
  const interval = resolutions.get(/^[DWM]$/.test(resolution) ? `1${resolution}` : resolution);
  if (!interval) return { s: 'error', errmsg: 'unknown_resolution' };
  if (![from, to, countback ?? '1'].every((text) => wholeSeconds.test(text))) {
    return { s: 'error', errmsg: 'from, to and countback must be whole numbers' };
  }
  const count = countback === undefined ? maxCandles : Math.min(Math.max(Number(countback), 1), maxCandles);
  const wire = await options.series(view, {
    interval,
    from: countback === undefined ? Number(from) * 1000 : 0,
    to: Number(to) * 1000 - 1,
    limit: count,
  });
  if (wire.length === 0) return { s: 'no_data' };
  return {
    s: 'ok',
    t: wire.map(([time]) => time / 1000),
    o: wire.map(([, open]) => Number(open)),
    h: wire.map(([, , high]) => Number(high)),
    l: wire.map(([, , , low]) => Number(low)),
    c: wire.map(([, , , , close]) => Number(close)),
    v: wire.map(([, , , , , volume]) => Number(volume)),
  };
}
