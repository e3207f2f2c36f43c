import type { Lang } from '@fft/contract';
import { accountTexts } from '../../../apps/web/src/features/account/account-texts.ts';
import { apiKeyTexts } from '../../../apps/web/src/pages/security/api-keys-texts.ts';
import { apiTexts } from '../../../apps/web/src/api/api-texts.ts';
import { assetsTexts } from '../../../apps/web/src/i18n/assets.ts';
import { avatarTexts } from '../../../apps/web/src/pages/user/avatar-texts.ts';
import { bankAccountTexts } from '../../../apps/web/src/i18n/bank-accounts.ts';
import { bankDepositTexts } from '../../../apps/web/src/i18n/bank-deposit.ts';
import { bankRowTexts } from '../../../apps/web/src/features/money/bank-rows-texts.ts';
import { codeTexts } from '../../../apps/web/src/i18n/codes.ts';
import { contentTexts } from '../../../apps/web/src/pages/content/content-texts.ts';
import { credentialTexts } from '../../../apps/web/src/pages/security/credentials-texts.ts';
import { dateTexts } from '../../../apps/web/src/ui/dates/dates-texts.ts';
import { helpTexts } from '../../../apps/web/src/features/help/help-texts.ts';
import { holdTexts } from '../../../apps/web/src/features/money/hold-texts.ts';
import { homeTexts } from '../../../apps/web/src/pages/home/home-texts.ts';
import { identityTexts } from '../../../apps/web/src/i18n/identity.ts';
import { inviteTexts } from '../../../apps/web/src/i18n/invite.ts';
import { kitTexts } from '../../../apps/web/src/i18n/kit.ts';
import { limitsTexts } from '../../../apps/web/src/i18n/limits.ts';
import { locationTexts } from '../../../apps/web/src/features/world/location-texts.ts';
import { endedTexts } from '../../../apps/web/src/pages/login/ended-texts.ts';
import { loginTexts } from '../../../apps/web/src/pages/login/login-texts.ts';
import { marketFilterTexts } from '../../../apps/web/src/pages/market/market-filter-texts.ts';
import { marketMenuTexts } from '../../../apps/web/src/pages/trade/market-menu-texts.ts';
import { moneyTexts } from '../../../apps/web/src/i18n/money.ts';
import { moreTexts } from '../../../apps/web/src/pages/home/more-texts.ts';
import { firstStepsTexts } from '../../../apps/web/src/pages/home/first-steps-texts.ts';
import { searchTexts } from '../../../apps/web/src/features/search/search-texts.ts';
import { nothingListedTexts } from '../../../apps/web/src/features/market-list/nothing-listed-texts.ts';
import { notificationTexts } from '../../../apps/web/src/pages/notifications/notifications-texts.ts';
import { payoutTexts } from '../../../apps/web/src/pages/payout/payouts-texts.ts';
import { passwordTexts } from '../../../apps/web/src/features/passwords/passwords-texts.ts';
import { profitTexts } from '../../../apps/web/src/i18n/profit.ts';
import { securityTexts } from '../../../apps/web/src/pages/security/security-texts.ts';
import { reactionTexts } from '../../../apps/web/src/app/reactions-texts.ts';
import { scanTexts } from '../../../apps/web/src/features/scan/scan-texts.ts';
import { secondFactorTexts } from '../../../apps/web/src/features/forms/second-factor-texts.ts';
import { shellTexts } from '../../../apps/web/src/i18n/shell.ts';
import { statementTexts } from '../../../apps/web/src/i18n/statement.ts';
import { statusTexts } from '../../../apps/web/src/pages/status/status-texts.ts';
import { convertTexts } from '../../../apps/web/src/features/conversion/convert-texts.ts';
import { orderParentTexts } from '../../../apps/web/src/features/orders/order-parents-texts.ts';
import { recurringTexts } from '../../../apps/web/src/features/conversion/recurring/recurring-texts.ts';
import { scaledTexts } from '../../../apps/web/src/pages/trade/scaled/scaled-texts.ts';
import { twapTexts } from '../../../apps/web/src/pages/trade/twap/twap-texts.ts';
import { automaticTexts } from '../../../apps/web/src/pages/trade/workspace/tables/automatic-texts.ts';
import { bracketTexts } from '../../../apps/web/src/pages/trade/bracket/bracket-texts.ts';
import { legTexts } from '../../../apps/web/src/pages/trade/form/order-legs-texts.ts';
import { trailingTexts } from '../../../apps/web/src/pages/trade/trailing/trailing-texts.ts';
import { transferTexts } from '../../../apps/web/src/pages/transfer/transfer-texts.ts';
import { walletTexts } from '../../../apps/web/src/i18n/wallet.ts';
import { withdrawTexts } from '../../../apps/web/src/i18n/withdraw.ts';
import { withdrawPauseTexts } from '../../../apps/web/src/pages/withdraw/withdraw-pause-texts.ts';
import { worthTexts } from '../../../apps/web/src/i18n/worth.ts';

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
    ended: endedTexts[lang],
    login: loginTexts[lang],
    money: moneyTexts[lang],
    firstSteps: firstStepsTexts[lang],
    notifications: notificationTexts[lang],
    password: passwordTexts[lang],
    payouts: payoutTexts[lang],
    safety: { ...securityTexts[lang], ...holdTexts[lang] },
    scan: scanTexts[lang],
    secondFactor: secondFactorTexts[lang],
    search: searchTexts[lang],
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
