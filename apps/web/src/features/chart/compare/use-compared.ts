import type { Market } from '@fft/contract';
import { useMemo } from 'react';
import { changeChartSettings, type ChartSettings, useChartSettings } from '../settings/chart-settings.ts';

export interface Comparing {
  /** The market whose line is drawn over the candles; null for none, or if the candles are its own. */
  readonly compared: Market | null;
  /** The settings that the chart is drawn with. */
  readonly shown: ChartSettings;
  readonly compare: (other: Market | null) => void;
}

const compare = (other: Market | null): void => changeChartSettings({ compared: other?.symbol ?? null });

/** The comparison with another market. It belongs to the chart's settings: it is stored with them, and so saved with a layout. */
export function useCompared(markets: readonly Market[], market: Market): Comparing {
  const settings = useChartSettings();
  const compared =
    settings.compared === market.symbol ? null : (markets.find(({ symbol }) => symbol === settings.compared) ?? null);
  const isComparing = compared !== null;
  const shown = useMemo(
    // Prices of two markets have only their changes in common.
    (): ChartSettings => (isComparing ? { ...settings, scale: 'percentage' } : settings),
    [settings, isComparing],
  );
  return { compared, shown, compare };
}
