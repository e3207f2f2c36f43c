import { defineTexts } from '../../i18n/texts.ts';

export const assetSheetTexts = defineTexts({
  zh: { markets: '去交易', convert: '闪兑', recurring: '定投' },
  en: { markets: 'Trade', convert: 'Convert', recurring: 'Recurring buy' },
});
