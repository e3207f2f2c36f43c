import type { Lang } from '@fft/contract';
import { approvalTexts } from '../../../apps/console/src/i18n/approvals.ts';
import { bankTexts } from '../../../apps/console/src/i18n/banks.ts';
import { contentTexts } from '../../../apps/console/src/i18n/content.ts';
import { customerTexts } from '../../../apps/console/src/i18n/customers.ts';
import { enrolTexts } from '../../../apps/console/src/i18n/enrol.ts';
import { identityTexts } from '../../../apps/console/src/i18n/identity.ts';
import { uiTexts } from '../../../apps/console/src/i18n/ui.ts';
import { loginTexts } from '../../../apps/console/src/i18n/login.ts';
import { tokenTexts } from '../../../apps/console/src/i18n/tokens.ts';
import { marketTexts } from '../../../apps/console/src/i18n/markets.ts';
import { moneyTexts } from '../../../apps/console/src/i18n/money.ts';
import { operatorTexts } from '../../../apps/console/src/i18n/operators.ts';
import { overviewTexts } from '../../../apps/console/src/i18n/overview.ts';
import { passkeyTexts } from '../../../apps/console/src/i18n/passkeys.ts';
import { paymentTexts } from '../../../apps/console/src/i18n/payments.ts';
import { networkTexts } from '../../../apps/console/src/i18n/networks.ts';
import { recoveryTexts } from '../../../apps/console/src/i18n/recoveries.ts';
import { reserveTexts } from '../../../apps/console/src/i18n/reserves.ts';
import { shellTexts } from '../../../apps/console/src/i18n/shell.ts';
import { treasuryTexts } from '../../../apps/console/src/i18n/treasury.ts';

/** The console's texts, by area. */
export function consoleWords(lang: Lang) {
  return {
    approvals: approvalTexts[lang],
    banks: bankTexts[lang],
    content: contentTexts[lang],
    customers: customerTexts[lang],
    enrol: enrolTexts[lang],
    identity: identityTexts[lang],
    ui: uiTexts[lang],
    login: loginTexts[lang],
    markets: marketTexts[lang],
    tokens: tokenTexts[lang],
    money: moneyTexts[lang],
    operators: operatorTexts[lang],
    overview: overviewTexts[lang],
    passkeys: passkeyTexts[lang],
    payments: paymentTexts[lang],
    recoveries: recoveryTexts[lang],
    reserves: reserveTexts[lang],
    networks: networkTexts[lang],
    shell: shellTexts[lang],
    treasury: treasuryTexts[lang],
  };
}
