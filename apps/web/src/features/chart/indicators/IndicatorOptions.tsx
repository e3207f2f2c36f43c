import { useState } from 'react';
import { Button, Field, Sheet } from '../../../ui/kit/index.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { indicatorTexts } from './indicators-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { changeChartSettings, useChartSettings } from '../settings/chart-settings.ts';
import { anyFormOf } from './chosen-indicators.ts';
import { LineColors } from './LineColors.tsx';
import { areParameters, boundsOf, type IndicatorForm, type ParameterKind } from './indicator-form.ts';
import { type IndicatorName, parametersOf } from './indicators.ts';
import styles from '../SheetRows.module.css';

export interface IndicatorOptionsProps {
  readonly name: IndicatorName;
  readonly open: boolean;
  /** Returns to the list of all indicators. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Customers type decimal commas too. */
const numberOf = (text: string): number => (text.trim() === '' ? NaN : Number(text.trim().replace(',', '.')));
const numbersOf = (text: string): readonly number[] =>
  text
    .split(/[\s,，、;；]+/)
    .filter((part) => part !== '')
    .map(Number);

const textsOf = ({ kinds }: IndicatorForm, values: readonly number[]): readonly string[] =>
  kinds === 'lengths' ? [values.join(', ')] : values.map(String);

const valuesOf = ({ kinds }: IndicatorForm, texts: readonly string[]): readonly number[] =>
  kinds === 'lengths' ? numbersOf(texts[0] ?? '') : texts.map(numberOf);

/** An indicator's parameters and colours. The chart changes as soon as the parameters are valid. */
export function IndicatorOptions({ name, open, onBack, onClose }: IndicatorOptionsProps) {
  const t = useTexts(chartTexts);
  const words = useTexts(indicatorTexts);
  const settings = useChartSettings();
  const form = anyFormOf(name);
  const values = parametersOf(name, form, settings);
  const [texts, setTexts] = useState(() => textsOf(form, values));
  const isRight = areParameters(form, valuesOf(form, texts));

  function type(place: number, text: string): void {
    const next = texts.with(place, text);
    setTexts(next);
    const typed = valuesOf(form, next);
    if (areParameters(form, typed)) changeChartSettings({ parameters: { ...settings.parameters, [name]: typed } });
  }

  function reset(): void {
    const { [name]: _parameters, ...parameters } = settings.parameters;
    const { [name]: _colors, ...colors } = settings.colors;
    changeChartSettings({ parameters, colors });
    setTexts(textsOf(form, form.parameters));
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={name}
      description={words.names[name]}
      footer={
        <>
          <Button variant="secondary" onClick={reset}>
            {words.standard}
          </Button>
          <Button disabledReason={isRight ? undefined : errorsOf(form, texts, words).find(Boolean)} onClick={onBack}>
            {t.done}
          </Button>
        </>
      }
    >
      <form
        className={form.kinds === 'lengths' ? undefined : styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight) onBack();
        }}
      >
        {texts.map((text, place) => (
          <Field
            key={labelAt(form, place, words)}
            label={labelAt(form, place, words)}
            hint={form.kinds === 'lengths' ? words.lengthsHint : undefined}
            error={errorsOf(form, texts, words)[place]}
            value={text}
            inputMode={form.kinds === 'lengths' ? 'text' : 'decimal'}
            autoComplete="off"
            maxLength={form.kinds === 'lengths' ? 40 : 8}
            onChange={(event) => type(place, event.target.value)}
          />
        ))}
        {/* The hidden button makes Enter in a field submit the form. */}
        <input type="submit" hidden value={t.done} />
      </form>
      <LineColors name={name} form={form} />
    </Sheet>
  );
}

type Words = (typeof indicatorTexts)['zh'];

const labelAt = ({ kinds }: IndicatorForm, place: number, words: Words): string => {
  const kind = kinds === 'lengths' ? undefined : kinds[place];
  return kind === undefined ? words.lengths : words.parameters[kind];
};

/** The fault of each field; undefined for a valid field. */
function errorsOf(form: IndicatorForm, texts: readonly string[], words: Words): readonly (string | undefined)[] {
  const { kinds } = form;
  const values = valuesOf(form, texts);
  if (kinds === 'lengths')
    return [areParameters(form, values) ? undefined : words.lengthsWrong(boundsOf('length').max)];
  return kinds.map((kind, place) =>
    areParameters({ kinds: [kind] }, [values[place] ?? NaN]) ? undefined : wrong(kind, words),
  );
}

function wrong(kind: ParameterKind, words: Words): string {
  const { min, max, whole } = boundsOf(kind);
  return whole ? words.wholeWrong(min, max) : words.numberWrong(min, max);
}
