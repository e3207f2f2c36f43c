import { calls } from '@fft/contract';
import { useMemo, useState } from 'react';
import { usePages } from '../../api/index.ts';
import { timesOf } from '../../ui/dates/index.ts';
import { AsOf, Button, Delayed, Empty, ErrorState, ListEnd, StaleNote } from '../../ui/kit/index.ts';
import { navigate, useParameters } from '../../lib/routing/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import { ExportButton } from './ExportButton.tsx';
import { Filters } from './Filters.tsx';
import { noFilter, type Filter } from './filter.ts';
import { entriesOf, isUnderWay } from './entries.ts';
import { RecordSheet } from './RecordSheet.tsx';
import styles from './Statement.module.css';
import { StatementList } from './StatementList.tsx';
import { TotalsCard } from './TotalsCard.tsx';
import type { StatementAccount } from './filter.ts';

export function CoinStatementPage() {
  return <StatementPage account="coin" />;
}

export function FiatStatementPage() {
  return <StatementPage account="fiat" />;
}

/** The statement of an account: filtered, grouped by day, and exported to files. */
function StatementPage({ account }: { readonly account: StatementAccount }) {
  const t = useTexts(statementTexts);
  const coin = useParameters().get('coin');
  const [filter, setFilter] = useState<Filter>({ ...noFilter, coin });
  return (
    <LoggedIn>
      <Page
        title={account === 'coin' ? t.coinTitle : t.fiatTitle}
        back={{ fallback: '/pages/assets/index' }}
        actions={<ExportButton account={account} filter={filter} />}
        top={<Filters account={account} filter={filter} onChange={setFilter} />}
      >
        <Lines account={account} filter={filter} onClear={() => setFilter(noFilter)} />
      </Page>
    </LoggedIn>
  );
}

interface LinesProps {
  readonly account: StatementAccount;
  readonly filter: Filter;
  readonly onClear: () => void;
}

function Lines({ account, filter, onClear }: LinesProps) {
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
      <StatementList entries={entries} coin={coin} onOpen={setOpened} />
      <ListEnd more={more} onMore={loadMore} failed={error !== null} />
      {shown && <RecordSheet entry={shown} coin={coin} onClose={() => setOpened(null)} />}
    </>
  );
}
