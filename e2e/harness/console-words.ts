import type { Lang } from '@fft/contract';
import { approvalTexts } from '../../apps/console/src/texts/approvals.ts';
import { contentTexts } from '../../apps/console/src/texts/content.ts';
import { customerTexts } from '../../apps/console/src/texts/customers.ts';
import { enrolTexts } from '../../apps/console/src/texts/enrol.ts';
import { identityTexts } from '../../apps/console/src/texts/identity.ts';
import { kitTexts } from '../../apps/console/src/texts/kit.ts';
import { loginTexts } from '../../apps/console/src/texts/login.ts';
import { marketTexts } from '../../apps/console/src/texts/markets.ts';
import { operatorTexts } from '../../apps/console/src/texts/operators.ts';
import { passkeyTexts } from '../../apps/console/src/texts/passkeys.ts';
import { shellTexts } from '../../apps/console/src/texts/shell.ts';
import { treasuryTexts } from '../../apps/console/src/texts/treasury.ts';

/** What operators read, by area. */
export function consoleWords(lang: Lang) {
  return {
    approvals: approvalTexts[lang],
    content: contentTexts[lang],
    customers: customerTexts[lang],
    enrol: enrolTexts[lang],
    identity: identityTexts[lang],
    kit: kitTexts[lang],
    login: loginTexts[lang],
    markets: marketTexts[lang],
    operators: operatorTexts[lang],
    passkeys: passkeyTexts[lang],
    shell: shellTexts[lang],
    treasury: treasuryTexts[lang],
  };
}
