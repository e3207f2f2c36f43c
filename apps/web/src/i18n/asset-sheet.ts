import { defineTexts } from './texts.ts';

export const assetSheetTexts = defineTexts({
  zh: { markets: '去交易', convert: '闪兑' },
  en: { markets: 'Trade', convert: 'Convert' },
});
