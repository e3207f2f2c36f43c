import type { Market, Ticker } from '@fft/contract';
import { compare } from '../../lib/exact.ts';

export const directions = ['all', 'risen', 'fallen'] as const;

/** Minimum 24 h turnover in USDT. */
export const minVolumes = ['0', '1000000', '10000000', '100000000'] as const;

export interface MarketFilter {
  /** Direction of the price in 24 hours. */
  readonly direction: (typeof directions)[number];
  readonly least: (typeof minVolumes)[number];
  /** Without markets that take no orders now. */
  readonly openOnly: boolean;
}

export const noFilter: MarketFilter = { direction: 'all', least: '0', openOnly: false };

export interface FilteredMarket {
  readonly state?: Market['state'];
  readonly ticker: Ticker | null;
}

/** Number of active rules. */
export const rulesOf = ({ direction, least, openOnly }: MarketFilter): number =>
  Number(direction !== 'all') + Number(least !== '0') + Number(openOnly);

/** Unknown values pass no rule about them. */
export function passes({ state, ticker }: FilteredMarket, { direction, least, openOnly }: MarketFilter): boolean {
  if (openOnly && state !== 'open') return false;
  if (direction !== 'all') {
    const way = compare(ticker?.change ?? '0', '0');
    if (direction === 'risen' ? way <= 0 : way >= 0) return false;
  }
  if (least === '0') return true;
  const turnover = ticker?.turnoverUsdt;
  return turnover !== undefined && compare(turnover, least) >= 0;
}
