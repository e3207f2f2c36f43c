import { defineTexts } from './texts.ts';

export const uiTexts = defineTexts({
  zh: {
    close: '关闭',
    cancel: '取消',
    retry: '重试',
    loading: '加载中',
    more: '加载更多',
    network: '网络异常，请稍后重试',
    stale: '暂时无法更新，以下为上次加载的内容',
    asOf: (time: string) => `数据截至 ${time}`,
  },
  en: {
    close: 'Close',
    cancel: 'Cancel',
    retry: 'Retry',
    loading: 'Loading',
    more: 'Load more',
    network: 'The server can’t be reached. Try again later',
    stale: 'Can’t refresh right now. Showing the last loaded data',
    asOf: (time: string) => `As of ${time}`,
  },
});
