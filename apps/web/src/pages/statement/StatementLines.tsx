import { calls } from '@fft/contract';
import { type ComponentType, useMemo, useState } from 'react';
import { usePages } from '../../api/index.ts';
import { timesOf } from '../../ui/dates/index.ts';
import { AsOf, Button, Delayed, Empty, ErrorState, ListEnd, StaleNote } from '../../ui/kit/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import { entriesOf, isUnderWay } from './entries.ts';
import type { Filter, StatementAccount } from './filter.ts';
import { RecordSheet } from './RecordSheet.tsx';
import styles from './Statement.module.css';
import type { StatementListProps } from './StatementList.tsx';
import { TotalsCard } from './TotalsCard.tsx';

/** An account's statement with its filter. */
export interface StatementProps {
  readonly account: StatementAccount;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly onClear: () => void;
}

export interface StatementLinesProps extends Omit<StatementProps, 'onFilter'> {
  /** Shows the entries: as a phone's list or as a table. */
  readonly List: ComponentType<StatementListProps>;
}

/** The filtered lines of an account, page by page, with the details of the one that was pressed. */
export function StatementLines({ account, filter, onClear, List }: StatementLinesProps) {
  const t = useTexts(statementTexts);
  const [opened, setOpened] = useState<string | null>(null);
  const { coin, type, dates } = filter;
  const input = { ...(coin !== null && { coin }), ...(type !== null && { type }), ...timesOf(dates) };
  const { items, at, asOf, error, more, loadMore, retry, retrying } = usePages(
    account === 'coin' ? calls.assets.coinStatement : calls.assets.fiatStatement,
    input,
  );
  const entries = useMemo(() => entriesOf(items ?? []), [items]);
  const shown = entries.find(({ key }) => key === opened);
  if (items === null) {
    return error ? (
      <ErrorState error={error} onRetry={retry} busy={retrying} />
    ) : (
      <Delayed>
        <RowsSkeleton groups={[10]} look="figures" />
      </Delayed>
    );
  }
  // The server may stop searching for a rare line before it has read everything; the rest may still contain some.
  if (items.length === 0 && more === 'none') {
    const filtered = coin !== null || type !== null || dates.first !== null || dates.last !== null;
    return (
      <>
        <AsOf time={asOf} />
        {filtered ? (
          <Empty title={t.emptyFiltered} action={<Button onClick={onClear}>{t.clearFilters}</Button>} />
        ) : (
          <Empty
            title={t.empty}
            action={
              <Button onClick={() => navigate(account === 'coin' ? '/pages/deposit/charge' : '/pages/transfer/index')}>
                {account === 'coin' ? t.deposit : t.transfer}
              </Button>
            }
          >
            {t.emptyText}
          </Empty>
        )}
      </>
    );
  }
  return (
    <>
      <AsOf time={asOf} />
      {error && <StaleNote at={at} onRetry={retry} busy={retrying} className={styles.stale} />}
      {coin !== null && more === 'none' && (
        <TotalsCard coin={coin} entries={entries.filter((entry) => !isUnderWay(entry))} />
      )}
      <List entries={entries} coin={coin} onOpen={setOpened} />
      <ListEnd more={more} onMore={loadMore} failed={error !== null} />
      {shown && <RecordSheet entry={shown} coin={coin} onClose={() => setOpened(null)} />}
    </>
  );
}
