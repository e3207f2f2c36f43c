/** Texts of favourites, alerts and their sheet. */
export { alertTexts } from '../../apps/web/src/i18n/alerts.ts';
export { marketTexts } from '../../apps/web/src/i18n/market.ts';
