/** Texts of favourites, alerts and their sheet. */
export { alertBellTexts } from '../../../apps/web/src/features/alerts/alert-bell-texts.ts';
export { alertTexts } from '../../../apps/web/src/i18n/alerts.ts';
export { marketTexts } from '../../../apps/web/src/i18n/market.ts';
