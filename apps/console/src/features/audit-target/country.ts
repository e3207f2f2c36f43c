import type { Lang } from '@fft/contract';

/** What a country of ISO 3166 is called, in the operator's language; `--` where none is known. */
export function countryName(code: string | null, lang: Lang): string {
  if (code === null) return '--';
  return new Intl.DisplayNames(lang === 'zh' ? 'zh-CN' : 'en', { type: 'region' }).of(code) ?? code;
}
