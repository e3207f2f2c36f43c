import type { Lang } from '@fft/contract';
import { customerTexts } from '../../apps/console/src/texts/customers.ts';
import { identityTexts } from '../../apps/console/src/texts/identity.ts';
import { kitTexts } from '../../apps/console/src/texts/kit.ts';
import { loginTexts } from '../../apps/console/src/texts/login.ts';
import { shellTexts } from '../../apps/console/src/texts/shell.ts';

/** What operators read, by area. */
export function consoleWords(lang: Lang) {
  return {
    customers: customerTexts[lang],
    identity: identityTexts[lang],
    kit: kitTexts[lang],
    login: loginTexts[lang],
    shell: shellTexts[lang],
  };
}
