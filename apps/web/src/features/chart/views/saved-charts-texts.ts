import { defineTexts } from '../../../i18n/texts.ts';

/** Texts for the charts of saved layouts, where the layouts' panels have no room. */
export const savedChartTexts = defineTexts({
  zh: {
    title: '已保存的布局',
    opened: (name: string): string => `已套用布局“${name}”的图表设置`,
  },
  en: {
    title: 'Saved layouts',
    opened: (name) => `The chart is now set as in layout “${name}”`,
  },
});
