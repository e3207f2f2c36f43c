import { defineTexts } from './texts.ts';

export const alertBellTexts = defineTexts({ zh: { bell: '价格提醒' }, en: { bell: 'Price alerts' } });
