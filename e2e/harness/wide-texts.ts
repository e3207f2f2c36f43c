import { assetsTableTexts } from '../../apps/web/src/i18n/assets-table.ts';
import { historyTexts } from '../../apps/web/src/i18n/history.ts';
import { statementTableTexts } from '../../apps/web/src/i18n/statement-table.ts';
import { statementTexts as statement } from '../../apps/web/src/i18n/statement.ts';
import { tradeTexts } from '../../apps/web/src/i18n/trade.ts';

export { accountTexts } from '../../apps/web/src/i18n/account.ts';
export { assetsTableTexts as assetsTexts };
export const statementTexts = {
  zh: { ...statement.zh, ...statementTableTexts.zh },
  en: { ...statement.en, ...statementTableTexts.en },
};
export const orderTexts = {
  zh: { ...historyTexts.zh, cancel: tradeTexts.zh.cancelOrder, filled: tradeTexts.zh.state.filled },
  en: { ...historyTexts.en, cancel: tradeTexts.en.cancelOrder, filled: tradeTexts.en.state.filled },
};
