import { assetsTableTexts } from '../../apps/web/src/i18n/assets-table.ts';
import { statementTableTexts } from '../../apps/web/src/i18n/statement-table.ts';
import { statementTexts as statement } from '../../apps/web/src/i18n/statement.ts';

export { accountTexts } from '../../apps/web/src/i18n/account.ts';
export { assetsTableTexts as assetsTexts };
export const statementTexts = {
  zh: { ...statement.zh, ...statementTableTexts.zh },
  en: { ...statement.en, ...statementTableTexts.en },
};
