import { defineTexts } from './texts.ts';

export const kitTexts = defineTexts({
  zh: {
    close: '关闭',
    back: '返回',
    retry: '重试',
    showPassword: '显示密码',
    hidePassword: '隐藏密码',
    loadFailed: '加载失败',
    loadFailedText: '服务器暂时没有响应，资产与委托不受影响。',
    traceId: '追踪号',
    loading: '加载中',
  },
  en: {
    close: 'Close',
    back: 'Back',
    retry: 'Retry',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    loadFailed: 'Couldn’t load this',
    loadFailedText: 'The server isn’t answering right now. Your assets and orders are safe.',
    traceId: 'Trace',
    loading: 'Loading',
  },
});
