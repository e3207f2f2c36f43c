import { assetsTableTexts } from '../../../apps/web/src/pages/assets/wide/assets-table-texts.ts';
import { historyTexts } from '../../../apps/web/src/pages/order-history/history-texts.ts';
import { statementTableTexts } from '../../../apps/web/src/pages/statement/wide/statement-table-texts.ts';
import { statementTexts as statement } from '../../../apps/web/src/i18n/statement.ts';
import { tradeTexts } from '../../../apps/web/src/i18n/trade.ts';

export { accountTexts } from '../../../apps/web/src/features/account/account-texts.ts';
export { assetsTableTexts as assetsTexts };
export const statementTexts = {
  zh: { ...statement.zh, ...statementTableTexts.zh },
  en: { ...statement.en, ...statementTableTexts.en },
};
export const orderTexts = {
  zh: { ...historyTexts.zh, cancel: tradeTexts.zh.cancelOrder, filled: tradeTexts.zh.state.filled },
  en: { ...historyTexts.en, cancel: tradeTexts.en.cancelOrder, filled: tradeTexts.en.state.filled },
};
