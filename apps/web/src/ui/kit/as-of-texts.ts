import { defineTexts } from '../../i18n/texts.ts';

export const asOfTexts = defineTexts({
  zh: { asOf: (time: string) => `数据截至 ${time}` },
  en: { asOf: (time: string) => `As of ${time}` },
});
