import type { Lang } from '@fft/contract';
import { contentTexts } from '../../apps/console/src/texts/content.ts';
import { identityTexts } from '../../apps/console/src/texts/identity.ts';
import { loginTexts } from '../../apps/console/src/texts/login.ts';
import { marketTexts } from '../../apps/console/src/texts/markets.ts';
import { shellTexts } from '../../apps/console/src/texts/shell.ts';
import { treasuryTexts } from '../../apps/console/src/texts/treasury.ts';

/** What operators read, by area. */
export function consoleWords(lang: Lang) {
  return {
    content: contentTexts[lang],
    identity: identityTexts[lang],
    login: loginTexts[lang],
    markets: marketTexts[lang],
    shell: shellTexts[lang],
    treasury: treasuryTexts[lang],
  };
}
