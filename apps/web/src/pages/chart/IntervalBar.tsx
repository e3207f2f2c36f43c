import { useState } from 'react';
import type { ChartSettings } from '../../features/chart/settings/chart-settings.ts';
import { type ChartView, chartViews } from '../../features/chart/views/chart-views.ts';
import { IndicatorSheet, SettingsSheet } from '../../features/chart/lazy-sheets.ts';
import { classes, Icon, IconButton, OnceOpened } from '../../ui/kit/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './IntervalBar.module.css';

export interface IntervalBarProps {
  readonly settings: ChartSettings;
  readonly onView: (view: ChartView) => void;
}

const near: readonly ChartView[] = ['line', '15m', '1h', '4h', '1d'];
const far = chartViews.filter((view) => !near.includes(view));

/** Chooses the candles' interval and what is drawn with them. */
export function IntervalBar({ settings, onView }: IntervalBarProps) {
  const t = useTexts(chartTexts);
  const [sheet, setSheet] = useState<'indicators' | 'settings' | null>(null);
  const isFar = far.includes(settings.view);
  return (
    <div className={styles.bar}>
      <div className={styles.views} role="group" aria-label={t.intervals}>
        {near.map((view) => (
          <button
            key={view}
            type="button"
            className={classes(styles.view, view === settings.view && styles.chosen)}
            aria-pressed={view === settings.view}
            onClick={() => onView(view)}
          >
            {t.views[view]}
          </button>
        ))}
        <span className={classes(styles.view, styles.more, isFar && styles.chosen)}>
          <span aria-hidden="true">{isFar ? t.views[settings.view] : t.more}</span>
          <Icon name="chevron-down" size={12} />
          <select
            className={styles.select}
            aria-label={t.more}
            value={isFar ? settings.view : ''}
            onChange={(event) => {
              const chosen = far.find((view) => view === event.target.value);
              if (chosen !== undefined) onView(chosen);
            }}
          >
            {!isFar && <option value="">{t.more}</option>}
            {far.map((view) => (
              <option key={view} value={view}>
                {t.views[view]}
              </option>
            ))}
          </select>
        </span>
      </div>
      <IconButton
        icon="formula"
        size={20}
        className={styles.icon}
        label={t.indicators}
        aria-haspopup="dialog"
        onClick={() => setSheet('indicators')}
      />
      <IconButton
        icon="sliders"
        size={20}
        className={styles.icon}
        label={t.settings}
        aria-haspopup="dialog"
        onClick={() => setSheet('settings')}
      />
      <OnceOpened open={sheet === 'indicators'}>
        <IndicatorSheet open={sheet === 'indicators'} onClose={() => setSheet(null)} />
      </OnceOpened>
      <OnceOpened open={sheet === 'settings'}>
        <SettingsSheet open={sheet === 'settings'} withOrders={false} onClose={() => setSheet(null)} />
      </OnceOpened>
    </div>
  );
}
