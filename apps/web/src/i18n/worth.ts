import { defineTexts } from './texts.ts';

export const worthTexts = defineTexts({
  zh: { dayGain: '24h 盈亏', currency: '计价货币', profit: '查看盈亏' },
  en: { dayGain: '24h PnL', currency: 'Currency', profit: 'Show profit' },
});
