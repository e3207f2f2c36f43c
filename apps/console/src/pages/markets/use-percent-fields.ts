import { useTexts } from '@fft/kit';
import { isPercent } from '../../lib/ppm.ts';
import { marketTexts } from '../../i18n/markets.ts';
import { useFields } from '../../ui/index.ts';

/** As `useFields`. Fields named `…Ppm` hold percentages: their errors say so, where the server speaks of whole numbers. */
export function usePercentFields<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  errors: Readonly<Record<string, string>>,
) {
  const t = useTexts(marketTexts);
  const fields = useFields(initial, errors);
  const field = (name: keyof Values & string) => {
    const bound = fields.field(name);
    const isWrong = bound.error !== undefined && name.endsWith('Ppm') && !isPercent(bound.value);
    return isWrong ? { ...bound, error: t.notPercent } : bound;
  };
  return { ...fields, field };
}
