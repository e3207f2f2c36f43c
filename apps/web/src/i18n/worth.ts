import { defineTexts } from './texts.ts';

export const worthTexts = defineTexts({
  zh: { dayGain: '24 小时盈亏', currency: '计价货币' },
  en: { dayGain: '24 h gain', currency: 'Currency' },
});
