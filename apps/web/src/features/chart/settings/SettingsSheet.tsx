import { Segmented, Sheet, SwitchRow } from '../../../ui/kit/index.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { chartSettingTexts } from './chart-settings-texts.ts';
import { moreChartTexts } from './more-charts-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { candleTypes, changeChartSettings, chartCounts, priceScales, useChartSettings } from './chart-settings.ts';
import { SavedCharts } from '../views/SavedCharts.tsx';
import styles from '../SheetRows.module.css';

export interface SettingsSheetProps {
  readonly open: boolean;
  /** True if the chart can draw the customer's open orders. */
  readonly withOrders: boolean;
  /** True if the page has room for several charts. */
  readonly withMore?: boolean | undefined;
  /** True if the sheet offers the charts of saved layouts. */
  readonly withLayouts?: boolean | undefined;
  readonly onClose: () => void;
}

/** Chooses how candles are drawn; each change immediately shows in the chart behind the sheet. */
export function SettingsSheet({ open, withOrders, withMore, withLayouts, onClose }: SettingsSheetProps) {
  const { settings: title } = useTexts(chartTexts);
  const t = useTexts(chartSettingTexts);
  const more = useTexts(moreChartTexts);
  const settings = useChartSettings();
  const own = withOrders ? (['orders', 'alerts', 'fills'] as const) : [];
  const switches = ['extremes', 'countdown', ...own] as const;
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {withLayouts && <SavedCharts />}
      {withMore && (
        <>
          <h3 className={styles.head}>{more.count}</h3>
          <Segmented
            label={more.count}
            value={String(settings.charts)}
            onChange={(value) =>
              changeChartSettings({ charts: chartCounts.find((count) => String(count) === value) ?? 1 })
            }
            options={chartCounts.map((count) => ({ value: String(count), label: String(count) }))}
          />
        </>
      )}
      <h3 className={styles.head}>{t.candleType}</h3>
      <Segmented
        label={t.candleType}
        className={styles.tight}
        value={settings.candleType}
        onChange={(candleType) => changeChartSettings({ candleType })}
        options={candleTypes.map((value) => ({ value, label: t.candleTypes[value] }))}
      />
      <h3 className={styles.head}>{t.scale}</h3>
      <Segmented
        label={t.scale}
        value={settings.scale}
        onChange={(scale) => changeChartSettings({ scale })}
        options={priceScales.map((value) => ({ value, label: t.scales[value] }))}
      />
      <ul className={styles.switches}>
        {switches.map((name) => (
          <li key={name}>
            <SwitchRow
              label={t[name]}
              checked={settings[name]}
              onChange={(checked) => changeChartSettings({ [name]: checked })}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
