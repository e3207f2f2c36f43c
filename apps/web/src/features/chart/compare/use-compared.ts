import type { Market } from '@fft/contract';
import { useMemo } from 'react';
import { changeChartSettings, type ChartSettings, useChartSettings } from '../settings/chart-settings.ts';

export interface Comparing {
  /** The market whose line is drawn over the candles; null without a choice, or if the candles are of the same market. */
  readonly compared: Market | null;
  /** The settings that the chart is drawn with. */
  readonly shown: ChartSettings;
  readonly compare: (other: Market | null) => void;
}

const compare = (other: Market | null): void => changeChartSettings({ compared: other?.symbol ?? null });

/** The comparison with another market. The chart's settings store it, so a saved layout includes it. */
export function useCompared(markets: readonly Market[], market: Market): Comparing {
  const settings = useChartSettings();
  const compared =
    settings.compared === market.symbol ? null : (markets.find(({ symbol }) => symbol === settings.compared) ?? null);
  const isComparing = compared !== null;
  const shown = useMemo(
    // Two markets are comparable only by the changes of their prices.
    (): ChartSettings => (isComparing ? { ...settings, scale: 'percentage' } : settings),
    [settings, isComparing],
  );
  return { compared, shown, compare };
}
