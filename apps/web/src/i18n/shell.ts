import { defineTexts } from './texts.ts';

export const shellTexts = defineTexts({
  zh: {
    tabs: { label: '主导航', home: '首页', market: '行情', trade: '交易', assets: '资产' },
    connection: { connecting: '连接中', live: '实时', polling: '轮询', offline: '离线' },
    serverTime: '服务器时间',
    status: '连接状态',
    back: '返回',
    help: '帮助',
    pageFailed: '页面加载失败',
    pageFailedText: '请检查网络后重试。',
    pageBroke: '页面出错了',
    pageBrokeText: '问题出在应用本身，与您的网络无关。重新加载通常即可恢复；已提交的操作以委托和流水记录为准。',
    reload: '重新加载',
    pageSlow: '页面加载时间过长',
    newVersion: '新版本已就绪',
    update: '立即更新',
    later: '稍后',
  },
  en: {
    tabs: { label: 'Main', home: 'Home', market: 'Market', trade: 'Trade', assets: 'Assets' },
    connection: { connecting: 'Connecting', live: 'Live', polling: 'Polling', offline: 'Offline' },
    serverTime: 'Server',
    status: 'Connection',
    back: 'Back',
    help: 'Help',
    pageFailed: 'This page couldn’t be loaded',
    pageFailedText: 'Check your network and try again.',
    pageBroke: 'Something went wrong on this page',
    pageBrokeText:
      'The problem is in the app, not in your network. Reloading usually helps. Your orders and statements show what was submitted.',
    reload: 'Reload',
    pageSlow: 'This page is taking long to load',
    newVersion: 'A new version is ready',
    update: 'Update',
    later: 'Later',
  },
});
