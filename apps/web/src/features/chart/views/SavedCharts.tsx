import { calls, type WorkspaceLayout } from '@fft/contract';
import { useCall } from '../../../api/index.ts';
import { Chip, toast } from '../../../ui/kit/index.ts';
import { savedChartTexts } from './saved-charts-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { changeChartSettings, parseSettings } from '../settings/chart-settings.ts';
import styles from '../SheetRows.module.css';

const none: readonly WorkspaceLayout[] = [];

/** Offers the charts of the layouts that the customer saved in a wide window, where the layouts' panels have no room. */
export function SavedCharts() {
  const t = useTexts(savedChartTexts);
  const { data = none } = useCall(calls.workspace.layouts, {}, { quiet: true });
  const saved = data.flatMap(({ name, chart }) => (chart === null ? [] : [{ name, chart }]));
  if (saved.length === 0) return null;
  return (
    <>
      <h3 className={styles.head}>{t.title}</h3>
      <div className={styles.chips} role="group" aria-label={t.title}>
        {saved.map(({ name, chart }) => (
          <Chip
            key={name}
            onClick={() => {
              changeChartSettings(parseSettings(chart));
              toast(t.opened(name));
            }}
          >
            {name}
          </Chip>
        ))}
      </div>
    </>
  );
}
