import type { Lang } from '@fft/contract';

/**
 * Languages in which a journey runs: its usual one, or every one with `JOURNEY_LANGUAGES=all`, as `npm run test:languages` sets it.
 * A journey's steps are the same in both; other tests check the pages and their dialogs in both.
 */
export function journeyLanguages(usual: Lang): readonly Lang[] {
  return process.env['JOURNEY_LANGUAGES'] === 'all' ? ['zh', 'en'] : [usual];
}
