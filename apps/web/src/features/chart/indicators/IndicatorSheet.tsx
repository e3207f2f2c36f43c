import { useState } from 'react';
import { Button, Chip, IconButton, Sheet, toast } from '../../../ui/kit/index.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { indicatorTexts } from './indicators-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { changeChartSettings, defaultSettings, useChartSettings } from '../settings/chart-settings.ts';
import { anyFormOf, isMain, maxChosen, toggled } from './chosen-indicators.ts';
import { IndicatorOptions } from './IndicatorOptions.tsx';
import { type IndicatorName, parametersOf } from './indicators.ts';
import { mainIndicators, subIndicators } from './indicator-names.ts';
import styles from '../SheetRows.module.css';

export interface IndicatorSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Chooses the indicators with their parameters and colours; each change immediately shows in the chart behind the sheet. */
export function IndicatorSheet({ open, onClose }: IndicatorSheetProps) {
  const t = useTexts(chartTexts);
  const words = useTexts(indicatorTexts);
  const settings = useChartSettings();
  const [edited, setEdited] = useState<IndicatorName | null>(null);
  const chosen: readonly IndicatorName[] = [...settings.main, ...settings.sub];

  function toggle(name: IndicatorName): void {
    const change = toggled(settings, name);
    if (change === null) toast(words.full(maxChosen));
    else changeChartSettings(change);
  }

  function close(): void {
    setEdited(null);
    onClose();
  }

  if (edited !== null)
    return <IndicatorOptions name={edited} open={open} onBack={() => setEdited(null)} onClose={close} />;
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t.indicators}
      footer={
        <>
          <Button variant="secondary" onClick={reset}>
            {t.reset}
          </Button>
          <Button onClick={close}>{t.done}</Button>
        </>
      }
    >
      {chosen.length > 0 && (
        <>
          <h3 className={styles.head}>{words.chosen}</h3>
          <ul>
            {chosen.map((name) => (
              <li key={name} className={styles.row}>
                <span className={styles.words}>
                  <strong>{[name, parametersOf(name, anyFormOf(name), settings).join(', ')].join(' ')}</strong>
                  <span className={styles.full}>{words.names[name]}</span>
                </span>
                {name !== 'VOL' && (
                  <IconButton icon="sliders" size={20} label={words.edit(name)} onClick={() => setEdited(name)} />
                )}
                <IconButton icon="trash" size={20} label={words.remove(name)} onClick={() => toggle(name)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {[mainIndicators, subIndicators].map((names) => (
        <Group
          key={names[0]}
          title={isMain(names[0]) ? words.main : words.sub}
          names={names}
          chosen={chosen}
          onToggle={toggle}
        />
      ))}
    </Sheet>
  );
}

function reset(): void {
  const { main, sub, parameters, colors } = defaultSettings;
  changeChartSettings({ main, sub, parameters, colors });
}

interface GroupProps {
  readonly title: string;
  readonly names: readonly IndicatorName[];
  readonly chosen: readonly IndicatorName[];
  readonly onToggle: (name: IndicatorName) => void;
}

function Group({ title, names, chosen, onToggle }: GroupProps) {
  const words = useTexts(indicatorTexts);
  return (
    <>
      <h3 className={styles.head}>{title}</h3>
      <div className={styles.chips} role="group" aria-label={title}>
        {names.map((name) => (
          <Chip key={name} chosen={chosen.includes(name)} title={words.names[name]} onClick={() => onToggle(name)}>
            {name}
          </Chip>
        ))}
      </div>
    </>
  );
}
