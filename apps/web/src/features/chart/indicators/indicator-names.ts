/** The chart draws main indicators over the candles, and sub-indicators in panes of their own below. */
export const mainIndicators = [
  'MA',
  'EMA',
  'WMA',
  'DEMA',
  'TEMA',
  'HMA',
  'VWAP',
  'VWMA',
  'BOLL',
  'KC',
  'DC',
  'ICHIMOKU',
  'SAR',
  'SUPERTREND',
] as const;
export const subIndicators = [
  'VOL',
  'MACD',
  'RSI',
  'KDJ',
  'STOCH',
  'STOCHRSI',
  'CCI',
  'WR',
  'ATR',
  'DMI',
  'MFI',
  'OBV',
  'CMF',
  'ROC',
  'MTM',
  'TRIX',
  'AROON',
] as const;
export type MainIndicator = (typeof mainIndicators)[number];
export type SubIndicator = (typeof subIndicators)[number];
