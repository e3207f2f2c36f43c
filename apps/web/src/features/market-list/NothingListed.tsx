import { Button, Empty } from '../../ui/kit/index.ts';
import { marketTexts } from '../../i18n/market.ts';
import { nothingListedTexts } from './nothing-listed-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { favouritesTab } from './market-list.ts';

export interface NothingListedProps {
  readonly tab: string;
  readonly query: string;
  readonly isFiltered?: boolean;
  readonly onShowAll: () => void;
}

/** Why the list is empty, and the way out. */
export function NothingListed({ tab, query, isFiltered = false, onShowAll }: NothingListedProps) {
  const t = useTexts(marketTexts);
  const filter = useTexts(nothingListedTexts);
  const all = <Button onClick={onShowAll}>{t.showAll}</Button>;
  if (query.trim() !== '') {
    return (
      <Empty drawing="chart" title={t.noMatches} action={all}>
        {t.noMatchesText(query.trim())}
      </Empty>
    );
  }
  if (isFiltered) {
    return (
      <Empty drawing="chart" title={filter.nothing} action={all}>
        {filter.nothingText}
      </Empty>
    );
  }
  if (tab !== favouritesTab) return <Empty drawing="chart" title={t.noMarkets} />;
  return (
    <Empty drawing="chart" title={t.noFavourites} action={all}>
      {t.noFavouritesText}
    </Empty>
  );
}
