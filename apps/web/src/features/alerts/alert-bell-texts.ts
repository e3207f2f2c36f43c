import { defineTexts } from '../../i18n/texts.ts';

export const alertBellTexts = defineTexts({ zh: { bell: '价格提醒' }, en: { bell: 'Price alerts' } });
