import { defineTexts } from '../../i18n/texts.ts';

const zh = {
  nav: { markets: '行情', trade: '交易', assets: '资产', orders: '委托记录' },
  language: '切换到英文',
  keysShort: '快捷键',
  lightTheme: '浅色主题',
  account: '账户',
  logIn: '登录',
  register: '注册',
  search: '搜索',
};

/** Texts of the bar above pages that fill a wide window. */
export const wideTexts = defineTexts<typeof zh>({
  zh,
  en: {
    nav: { markets: 'Markets', trade: 'Trade', assets: 'Assets', orders: 'Orders' },
    language: 'Switch to Chinese',
    keysShort: 'Keys',
    lightTheme: 'Light theme',
    account: 'Account',
    logIn: 'Log in',
    register: 'Register',
    search: 'Search',
  },
});
