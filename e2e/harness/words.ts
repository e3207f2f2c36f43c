import type { Lang } from '@fft/contract';
import { accountTexts } from '../../apps/web/src/i18n/account.ts';
import { apiKeyTexts } from '../../apps/web/src/i18n/api-keys.ts';
import { apiTexts } from '../../apps/web/src/i18n/api.ts';
import { assetsTexts } from '../../apps/web/src/i18n/assets.ts';
import { avatarTexts } from '../../apps/web/src/i18n/avatar.ts';
import { bankAccountTexts } from '../../apps/web/src/i18n/bank-accounts.ts';
import { bankDepositTexts } from '../../apps/web/src/i18n/bank-deposit.ts';
import { bankRowTexts } from '../../apps/web/src/i18n/bank-rows.ts';
import { codeTexts } from '../../apps/web/src/i18n/codes.ts';
import { contentTexts } from '../../apps/web/src/i18n/content.ts';
import { credentialTexts } from '../../apps/web/src/i18n/credentials.ts';
import { dateTexts } from '../../apps/web/src/i18n/dates.ts';
import { helpTexts } from '../../apps/web/src/i18n/help.ts';
import { holdTexts } from '../../apps/web/src/i18n/hold.ts';
import { homeTexts } from '../../apps/web/src/i18n/home.ts';
import { identityTexts } from '../../apps/web/src/i18n/identity.ts';
import { inviteTexts } from '../../apps/web/src/i18n/invite.ts';
import { kitTexts } from '../../apps/web/src/i18n/kit.ts';
import { limitsTexts } from '../../apps/web/src/i18n/limits.ts';
import { locationTexts } from '../../apps/web/src/i18n/location.ts';
import { loginTexts } from '../../apps/web/src/i18n/login.ts';
import { marketFilterTexts } from '../../apps/web/src/i18n/market-filter.ts';
import { marketMenuTexts } from '../../apps/web/src/i18n/market-menu.ts';
import { moneyTexts } from '../../apps/web/src/i18n/money.ts';
import { moreTexts } from '../../apps/web/src/i18n/more.ts';
import { firstStepsTexts } from '../../apps/web/src/i18n/first-steps.ts';
import { nothingListedTexts } from '../../apps/web/src/i18n/nothing-listed.ts';
import { notificationTexts } from '../../apps/web/src/i18n/notifications.ts';
import { payoutTexts } from '../../apps/web/src/i18n/payouts.ts';
import { passwordTexts } from '../../apps/web/src/i18n/passwords.ts';
import { profitTexts } from '../../apps/web/src/i18n/profit.ts';
import { securityTexts } from '../../apps/web/src/i18n/security.ts';
import { reactionTexts } from '../../apps/web/src/i18n/reactions.ts';
import { scanTexts } from '../../apps/web/src/i18n/scan.ts';
import { secondFactorTexts } from '../../apps/web/src/i18n/second-factor.ts';
import { shellTexts } from '../../apps/web/src/i18n/shell.ts';
import { statementTexts } from '../../apps/web/src/i18n/statement.ts';
import { statusTexts } from '../../apps/web/src/i18n/status.ts';
import { convertTexts } from '../../apps/web/src/i18n/convert.ts';
import { orderParentTexts } from '../../apps/web/src/i18n/order-parents.ts';
import { recurringTexts } from '../../apps/web/src/i18n/recurring.ts';
import { scaledTexts } from '../../apps/web/src/i18n/scaled.ts';
import { twapTexts } from '../../apps/web/src/i18n/twap.ts';
import { automaticTexts } from '../../apps/web/src/i18n/automatic.ts';
import { bracketTexts } from '../../apps/web/src/i18n/bracket.ts';
import { legTexts } from '../../apps/web/src/i18n/order-legs.ts';
import { trailingTexts } from '../../apps/web/src/i18n/trailing.ts';
import { transferTexts } from '../../apps/web/src/i18n/transfer.ts';
import { walletTexts } from '../../apps/web/src/i18n/wallet.ts';
import { withdrawTexts } from '../../apps/web/src/i18n/withdraw.ts';
import { withdrawPauseTexts } from '../../apps/web/src/i18n/withdraw-pause.ts';
import { worthTexts } from '../../apps/web/src/i18n/worth.ts';

/** The app's texts, by area. */
export function words(lang: Lang) {
  return {
    account: accountTexts[lang],
    worth: worthTexts[lang],
    status: statusTexts[lang],
    more: moreTexts[lang],
    marketFilter: { ...marketFilterTexts[lang], ...nothingListedTexts[lang] },
    marketMenu: marketMenuTexts[lang],
    help: helpTexts[lang],
    assets: assetsTexts[lang],
    api: { ...apiTexts[lang], ...reactionTexts[lang] },
    apiKeys: apiKeyTexts[lang],
    avatar: avatarTexts[lang],
    bankAccounts: bankAccountTexts[lang],
    bankDeposit: bankDepositTexts[lang],
    bankRows: bankRowTexts[lang],
    code: codeTexts[lang],
    content: contentTexts[lang],
    credentials: credentialTexts[lang],
    dates: dateTexts[lang],
    home: homeTexts[lang],
    identity: identityTexts[lang],
    invite: inviteTexts[lang],
    kit: kitTexts[lang],
    limits: limitsTexts[lang],
    location: locationTexts[lang],
    login: loginTexts[lang],
    money: moneyTexts[lang],
    firstSteps: firstStepsTexts[lang],
    notifications: notificationTexts[lang],
    password: passwordTexts[lang],
    payouts: payoutTexts[lang],
    safety: { ...securityTexts[lang], ...holdTexts[lang] },
    scan: scanTexts[lang],
    secondFactor: secondFactorTexts[lang],
    shell: shellTexts[lang],
    statement: statementTexts[lang],
    convert: convertTexts[lang],
    profit: profitTexts[lang],
    orderParents: orderParentTexts[lang],
    recurring: recurringTexts[lang],
    scaled: scaledTexts[lang],
    twap: twapTexts[lang],
    trailing: trailingTexts[lang],
    automatic: automaticTexts[lang],
    bracket: bracketTexts[lang],
    legs: legTexts[lang],
    transfer: transferTexts[lang],
    wallet: walletTexts[lang],
    withdraw: withdrawTexts[lang],
    withdrawPause: withdrawPauseTexts[lang],
  };
}
