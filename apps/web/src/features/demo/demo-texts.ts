import { defineTexts } from '../../i18n/texts.ts';

export const demoTexts = defineTexts({
  zh: { tag: '演示行情', short: '演示', explanation: '演示行情由模拟做市商产生，并非真实市场价格' },
  en: {
    tag: 'Demo data',
    short: 'Demo',
    explanation: 'Demo prices come from a simulated market maker. They are not real market prices',
  },
});
