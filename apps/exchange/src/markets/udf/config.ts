import type { Interval } from '@fft/contract';

/** Our intervals by TradingView's names. */
export const resolutions: ReadonlyMap<string, Interval> = new Map([
  ['1', '1m'],
  ['5', '5m'],
  ['15', '15m'],
  ['30', '30m'],
  ['60', '1h'],
  ['240', '4h'],
  ['1D', '1d'],
  ['1W', '1w'],
  ['1M', '1M'],
]);

export const resolutionNames: readonly string[] = [...resolutions.keys()];

/** The feed's features. */
export const udfConfig = (exchange: string) => ({
  supported_resolutions: resolutionNames,
  supports_group_request: false,
  supports_marks: false,
  supports_search: true,
  supports_timescale_marks: false,
  supports_time: true,
  exchanges: [{ value: exchange, name: exchange, desc: exchange }],
  symbols_types: [{ name: 'crypto', value: 'crypto' }],
});
