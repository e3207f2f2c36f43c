import { defineTexts } from './texts.ts';

export const assetSheetTexts = defineTexts({
  zh: { markets: '去交易' },
  en: { markets: 'Trade' },
});
