import { defineTexts } from '../../i18n/texts.ts';

/** What a search shows while nothing is typed. */
export const searchTexts = defineTexts({
  zh: {
    recent: '最近搜索',
    clear: '清空最近搜索',
    popular: '热门交易对',
  },
  en: {
    recent: 'Recent searches',
    clear: 'Clear recent searches',
    popular: 'Popular markets',
  },
});
