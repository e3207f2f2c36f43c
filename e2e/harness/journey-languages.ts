import type { Lang } from '@fft/contract';

/**
 * Languages in which a journey runs: its usual one, or every one with `JOURNEY_LANGUAGES=all`, as `npm run test:languages` sets it.
 * A journey's steps are the same in both. Every page, dialog and wide panel is checked in both by the crawl, the sheets and the wide pages.
 */
export function journeyLanguages(usual: Lang): readonly Lang[] {
  return process.env['JOURNEY_LANGUAGES'] === 'all' ? ['zh', 'en'] : [usual];
}
