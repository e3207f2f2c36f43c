import { useState } from 'react';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { useParameters } from '../../lib/routing/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { lazyContent } from '../../ui/lazy/index.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import { ExportButton } from './ExportButton.tsx';
import { Filters } from './Filters.tsx';
import { noFilter, type Filter } from './filter.ts';
import { type StatementProps, StatementLines } from './StatementLines.tsx';
import { StatementList } from './StatementList.tsx';

const WideStatement = lazyContent(
  () => import('./wide/WideStatement.tsx').then((m) => m.WideStatement),
  () => null,
);

export function CoinStatementPage() {
  return <StatementPage account="coin" />;
}

export function FiatStatementPage() {
  return <StatementPage account="fiat" />;
}

/** The statement of an account: filtered, and exported to files; grouped by day, and in a wide window as a table. */
function StatementPage({ account }: Pick<StatementProps, 'account'>) {
  const coin = useParameters().get('coin');
  const [filter, setFilter] = useState<Filter>({ ...noFilter, coin });
  const isWide = useIsWide();
  const Statement = isWide ? WideStatement : PhoneStatement;
  return (
    <LoggedIn>
      <Statement account={account} filter={filter} onFilter={setFilter} onClear={() => setFilter(noFilter)} />
    </LoggedIn>
  );
}

function PhoneStatement({ account, filter, onFilter, onClear }: StatementProps) {
  const t = useTexts(statementTexts);
  return (
    <Page
      title={account === 'coin' ? t.coinTitle : t.fiatTitle}
      back={{ fallback: '/pages/assets/index' }}
      actions={<ExportButton account={account} filter={filter} />}
      top={<Filters account={account} filter={filter} onChange={onFilter} />}
    >
      <StatementLines account={account} filter={filter} onClear={onClear} List={StatementList} />
    </Page>
  );
}
