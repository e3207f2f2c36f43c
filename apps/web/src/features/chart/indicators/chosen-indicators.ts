import type { ChartSettings } from '../settings/chart-settings.ts';
import { forms } from './formulas/more-indicators.ts';
import type { IndicatorForm } from './indicator-form.ts';
import { type MainIndicator, mainIndicators, type SubIndicator, subIndicators } from './indicator-names.ts';
import { formOf, type IndicatorName } from './indicators.ts';

/** Maximum number of indicators over the candles, and of panes below them. */
export const maxChosen = 6;

export const isMain = (name: IndicatorName): name is MainIndicator => mainIndicators.some((one) => one === name);
const isSub = (name: IndicatorName): name is SubIndicator => !isMain(name);

/** An indicator's form, even before a chart has loaded it. */
export function anyFormOf(name: IndicatorName): IndicatorForm {
  const form = formOf(name) ?? forms[name];
  if (form === undefined) throw new Error(`${name} has no form`);
  return form;
}

/** The settings with an indicator added or removed; null if there is no room for it. */
export function toggled(
  { main, sub }: Pick<ChartSettings, 'main' | 'sub'>,
  name: IndicatorName,
): Pick<ChartSettings, 'main' | 'sub'> | null {
  const chosen = new Set<IndicatorName>([...main, ...sub]);
  if (!chosen.delete(name)) chosen.add(name);
  const next = {
    main: mainIndicators.filter((one) => chosen.has(one)),
    sub: subIndicators.filter((one) => chosen.has(one)),
  };
  const isGrown = chosen.has(name);
  return isGrown && (isSub(name) ? next.sub : next.main).length > maxChosen ? null : next;
}
