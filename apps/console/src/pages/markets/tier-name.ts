import type { FeeTier } from '@fft/console-contract';
import type { Lang } from '@fft/contract';

/** A tier's name in the operator's language. */
export function tierName({ nameZh, nameEn }: Pick<FeeTier, 'nameZh' | 'nameEn'>, lang: Lang): string {
  return lang === 'zh' ? nameZh : nameEn;
}
