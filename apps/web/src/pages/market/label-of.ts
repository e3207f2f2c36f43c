import { favouritesTab } from '../../features/market-list/market-list.ts';

/** The words of a tab. */
export function labelOf(tab: string, t: { favourites: string; fiat: string }): string {
  if (tab === favouritesTab) return t.favourites;
  return tab === 'FIAT' ? t.fiat : tab;
}
