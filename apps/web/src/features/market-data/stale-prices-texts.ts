import { defineTexts } from '../../i18n/texts.ts';

export const stalePricesTexts = defineTexts({
  zh: {
    staleTitle: '行情暂时无法更新',
    stale: (time: string, age: string): string => `价格截至 ${time}，${age}前`,
    seconds: (count: number): string => `${count} 秒`,
    minutes: (count: number): string => `${count} 分钟`,
    retry: '重试',
  },
  en: {
    staleTitle: 'Can’t update prices',
    stale: (time: string, age: string): string => `Prices as of ${time}, ${age} ago`,
    seconds: (count: number): string => `${count} s`,
    minutes: (count: number): string => `${count} min`,
    retry: 'Retry',
  },
});
