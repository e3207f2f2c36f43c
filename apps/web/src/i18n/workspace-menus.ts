import { defineTexts } from './texts.ts';

const zh = {
  shownPanels: '显示的面板',
  reset: '恢复默认布局',
  saveAs: '另存为',
  layoutName: '布局名称',
  save: '保存',
  remove: (name: string): string => `删除布局“${name}”`,
  keptHere: '登录后，布局会保存到账户，换设备也能使用。',
  keys: '快捷键',
  keysOn: '启用快捷键',
  keysText: '输入文字时快捷键不生效。',
  keyList: {
    search: '搜索交易对',
    buy: '买入',
    sell: '卖出',
    price: '填写价格',
    quantity: '填写数量',
    cancelAll: '全部撤单（会先确认）',
    shorter: '更短的周期',
    longer: '更长的周期',
    help: '查看快捷键',
  },
};

export const workspaceMenuTexts = defineTexts<typeof zh>({
  zh,
  en: {
    shownPanels: 'Panels',
    reset: 'Back to the default layout',
    saveAs: 'Save as',
    layoutName: 'Layout name',
    save: 'Save',
    remove: (name) => `Delete layout “${name}”`,
    keptHere: 'Log in to keep layouts with your account and find them on other devices.',
    keys: 'Keyboard shortcuts',
    keysOn: 'Use shortcuts',
    keysText: 'Shortcuts rest while you type.',
    keyList: {
      search: 'Search markets',
      buy: 'Buy',
      sell: 'Sell',
      price: 'Enter the price',
      quantity: 'Enter the amount',
      cancelAll: 'Cancel all orders, after a question',
      shorter: 'Shorter interval',
      longer: 'Longer interval',
      help: 'Show shortcuts',
    },
  },
});
