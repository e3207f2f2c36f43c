import { useEffect, useRef } from 'react';
import { classes } from '../../../ui/kit/index.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { useTexts } from '../../../i18n/index.ts';
import { changeChartSettings, useChartSettings } from '../settings/chart-settings.ts';
import { chartViews } from './chart-views.ts';
import fade from '../../../ui/scroll-fade.module.css';
import styles from './ViewRow.module.css';

export interface ViewRowProps {
  /** Hides the row and keeps its space: the depth chart has no intervals. */
  readonly hidden: boolean;
  readonly className?: string | undefined;
}

/** The chart's intervals in a row, which scrolls sideways if they don't fit. */
export function ViewRow({ hidden, className }: ViewRowProps) {
  const t = useTexts(chartTexts);
  const { view } = useChartSettings();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current?.querySelector(`[data-view="${view}"]`)?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [view]);
  return (
    <div
      ref={row}
      className={classes(styles.views, fade.fades, hidden && styles.hidden, className)}
      role="group"
      aria-label={t.intervals}
    >
      {chartViews.map((one) => (
        <button
          key={one}
          data-view={one}
          type="button"
          className={classes(styles.view, one === view && styles.chosen)}
          aria-pressed={one === view}
          onClick={() => changeChartSettings({ view: one })}
        >
          {t.views[one]}
        </button>
      ))}
    </div>
  );
}
