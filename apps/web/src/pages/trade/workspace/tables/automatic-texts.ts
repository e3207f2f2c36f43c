import { defineTexts } from '../../../../i18n/texts.ts';

const zh = {
  kinds: { twap: 'TWAP', scaled: '分批', recurring: '定投' },
  progress: '进度',
  next: '下一笔',
  children: '查看委托',
  childrenOf: (plan: string): string => `${plan} 的委托`,
  open: (count: number): string => `${count} 笔未完成`,
  each: (amount: string): string => `每次 ${amount}`,
  none: '没有自动委托',
  noneText: '从下单面板的“高级设置”开始 TWAP、分批委托或定投，进度会显示在这里。',
  noChildren: '还没有委托',
  noChildrenText: '下单后会显示在这里。',
};

/** Texts of the workspace's table of automatic orders, loaded with it. */
export const automaticTexts = defineTexts<typeof zh>({
  zh,
  en: {
    kinds: { twap: 'TWAP', scaled: 'Scaled', recurring: 'Recurring' },
    progress: 'Progress',
    next: 'Next',
    children: 'Show orders',
    childrenOf: (plan) => `Orders of ${plan}`,
    open: (count) => `${count} open`,
    each: (amount) => `${amount} each time`,
    none: 'No automatic orders',
    noneText:
      'Start a TWAP, scaled or recurring order from the order form’s advanced settings. Its progress appears here.',
    noChildren: 'No orders yet',
    noChildrenText: 'They appear here once placed.',
  },
});
