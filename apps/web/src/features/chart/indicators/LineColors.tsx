import { chartTexts } from '../../../i18n/chart.ts';
import { indicatorTexts } from './indicators-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { changeChartSettings, useChartSettings } from '../settings/chart-settings.ts';
import type { IndicatorForm, LineColor } from './indicator-form.ts';
import { colorOf, type IndicatorName, ownColor, parametersOf } from './indicators.ts';
import { usePalette } from '../candles/palette.ts';
import styles from '../SheetRows.module.css';

export interface LineColorsProps {
  readonly name: IndicatorName;
  readonly form: IndicatorForm;
}

/** Customers can't change the colours that mean rising or falling prices. */
const isFixed = (color: LineColor): boolean => color === 'sign' || color === 'text';

/** Chooses the colours of an indicator's lines from those that are distinct in both themes. */
export function LineColors({ name, form }: LineColorsProps) {
  const t = useTexts(chartTexts);
  const words = useTexts(indicatorTexts);
  const settings = useChartSettings();
  const { lines: inks } = usePalette();
  const lines = form.lines(parametersOf(name, form, settings));
  const labels: Readonly<Partial<Record<string, string>>> = words.lines;
  const chosen = settings.colors[name] ?? [];

  function choose(place: number, ink: number): void {
    const colors = lines.map((_, at) => (at === place ? ink : (chosen[at] ?? ownColor)));
    changeChartSettings({ colors: { ...settings.colors, [name]: colors } });
  }

  return lines.map(({ key, label, color }, place) => {
    if (isFixed(color)) return null;
    const title = words.colorOf(labels[key] ?? (label === '' ? words.line(place + 1) : label));
    return (
      <div key={key} className={styles.line}>
        <span className={styles.head} aria-hidden>
          {title}
        </span>
        <span className={styles.swatches} role="group" aria-label={title}>
          {inks.map((ink, at) => (
            <button
              key={ink}
              type="button"
              className={styles.swatch}
              aria-label={t.colorNumber(at + 1)}
              aria-pressed={colorOf(color, chosen[place]) === at}
              onClick={() => choose(place, at)}
            >
              <span style={{ background: ink }} />
            </button>
          ))}
        </span>
      </div>
    );
  });
}
