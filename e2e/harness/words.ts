import type { Lang } from '@fft/contract';
import { accountTexts } from '../../apps/web/src/texts/account.ts';
import { apiTexts } from '../../apps/web/src/texts/api.ts';
import { assetsTexts } from '../../apps/web/src/texts/assets.ts';
import { avatarTexts } from '../../apps/web/src/texts/avatar.ts';
import { codeTexts } from '../../apps/web/src/texts/codes.ts';
import { contentTexts } from '../../apps/web/src/texts/content.ts';
import { credentialTexts } from '../../apps/web/src/texts/credentials.ts';
import { dateTexts } from '../../apps/web/src/texts/dates.ts';
import { helpTexts } from '../../apps/web/src/texts/help.ts';
import { homeTexts } from '../../apps/web/src/texts/home.ts';
import { identityTexts } from '../../apps/web/src/texts/identity.ts';
import { inviteTexts } from '../../apps/web/src/texts/invite.ts';
import { kitTexts } from '../../apps/web/src/texts/kit.ts';
import { limitsTexts } from '../../apps/web/src/texts/limits.ts';
import { locationTexts } from '../../apps/web/src/texts/location.ts';
import { loginTexts } from '../../apps/web/src/texts/login.ts';
import { marketFilterTexts } from '../../apps/web/src/texts/market-filter.ts';
import { marketMenuTexts } from '../../apps/web/src/texts/market-menu.ts';
import { moneyTexts } from '../../apps/web/src/texts/money.ts';
import { moreTexts } from '../../apps/web/src/texts/more.ts';
import { passwordTexts } from '../../apps/web/src/texts/passwords.ts';
import { safetyTexts } from '../../apps/web/src/texts/safety.ts';
import { scanTexts } from '../../apps/web/src/texts/scan.ts';
import { secondFactorTexts } from '../../apps/web/src/texts/second-factor.ts';
import { shellTexts } from '../../apps/web/src/texts/shell.ts';
import { statementTexts } from '../../apps/web/src/texts/statement.ts';
import { statusTexts } from '../../apps/web/src/texts/status.ts';
import { transferTexts } from '../../apps/web/src/texts/transfer.ts';
import { walletTexts } from '../../apps/web/src/texts/wallet.ts';
import { withdrawTexts } from '../../apps/web/src/texts/withdraw.ts';
import { worthTexts } from '../../apps/web/src/texts/worth.ts';

/** What customers read, by area. */
export function words(lang: Lang) {
  return {
    account: accountTexts[lang],
    worth: worthTexts[lang],
    status: statusTexts[lang],
    more: moreTexts[lang],
    marketFilter: marketFilterTexts[lang],
    marketMenu: marketMenuTexts[lang],
    help: helpTexts[lang],
    assets: assetsTexts[lang],
    api: apiTexts[lang],
    avatar: avatarTexts[lang],
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
    password: passwordTexts[lang],
    safety: safetyTexts[lang],
    scan: scanTexts[lang],
    secondFactor: secondFactorTexts[lang],
    shell: shellTexts[lang],
    statement: statementTexts[lang],
    transfer: transferTexts[lang],
    wallet: walletTexts[lang],
    withdraw: withdrawTexts[lang],
  };
}
