import { defineTexts } from '../../i18n/texts.ts';

export const clipboardTexts = defineTexts({
  zh: {
    copied: '已复制',
    cantCopy: '无法复制，请长按文字手动复制',
    cantPaste: '浏览器不允许读取剪贴板，请手动粘贴',
  },
  en: {
    copied: 'Copied',
    cantCopy: 'Couldn’t copy. Press and hold the text to copy it',
    cantPaste: 'Your browser blocks clipboard access. Paste manually',
  },
});
