import { defineTexts } from './texts.ts';

export const worthTexts = defineTexts({
  zh: { dayGain: '24 小时盈亏' },
  en: { dayGain: '24 h gain' },
});
