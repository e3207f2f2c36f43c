import type { Lang } from '@fft/contract';

/** The name of an ISO 3166 country; `--` if there is none. */
export function countryName(code: string | null, lang: Lang): string {
  if (code === null) return '--';
  return new Intl.DisplayNames(lang === 'zh' ? 'zh-CN' : 'en', { type: 'region' }).of(code) ?? code;
}
