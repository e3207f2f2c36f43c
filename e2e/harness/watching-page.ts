/** What stands on favourites, alerts and their sheet. */
export { alertTexts } from '../../apps/web/src/texts/alerts.ts';
export { marketTexts } from '../../apps/web/src/texts/market.ts';
