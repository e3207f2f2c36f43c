import { defineTexts } from '../../i18n/texts.ts';

/** The message of a market list whose filter hides every market. */
export const nothingListedTexts = defineTexts({
  zh: {
    nothing: '没有符合条件的交易对',
    nothingText: '放宽筛选条件，或查看全部。',
  },
  en: {
    nothing: 'No matching markets',
    nothingText: 'Loosen the filters, or show all markets.',
  },
});
