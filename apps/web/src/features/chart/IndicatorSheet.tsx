import { Button, Chip, Sheet } from '../../ui/kit/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import {
  changeChartSettings,
  mainIndicators,
  defaultSettings,
  subIndicators,
  useChartSettings,
} from './chart-settings.ts';
import styles from './ChartSheet.module.css';

export interface IndicatorSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

function toggled<Name extends string>(all: readonly Name[], chosen: readonly Name[], name: Name): readonly Name[] {
  return all.filter((one) => (one === name ? !chosen.includes(one) : chosen.includes(one)));
}

/** Chooses the indicators; each tap immediately changes the chart behind the sheet. */
export function IndicatorSheet({ open, onClose }: IndicatorSheetProps) {
  const t = useTexts(chartTexts);
  const { main, sub } = useChartSettings();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t.indicators}
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => changeChartSettings({ main: defaultSettings.main, sub: defaultSettings.sub })}
          >
            {t.reset}
          </Button>
          <Button onClick={onClose}>{t.done}</Button>
        </>
      }
    >
      <h3 className={styles.head}>{t.mainIndicators}</h3>
      <div className={styles.chips}>
        {mainIndicators.map((name) => (
          <Chip
            key={name}
            chosen={main.includes(name)}
            title={t.indicatorNames[name]}
            onClick={() => changeChartSettings({ main: toggled(mainIndicators, main, name) })}
          >
            {name}
          </Chip>
        ))}
      </div>
      <h3 className={styles.head}>{t.subIndicators}</h3>
      <div className={styles.chips}>
        {subIndicators.map((name) => (
          <Chip
            key={name}
            chosen={sub.includes(name)}
            title={t.indicatorNames[name]}
            onClick={() => changeChartSettings({ sub: toggled(subIndicators, sub, name) })}
          >
            {name}
          </Chip>
        ))}
      </div>
    </Sheet>
  );
}
