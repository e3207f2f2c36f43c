import { calls } from '@fft/contract';
import { usePages } from '../../api/index.ts';
import { SavedList } from '../../features/money/SavedRow.tsx';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { bankAccountTexts } from '../../i18n/bank-accounts.ts';
import { useTexts } from '../../i18n/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { AsOf, Button, Delayed, Empty, ErrorState, IconButton, ListEnd, StaleNote } from '../../ui/kit/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { BankAccountRow } from './BankAccountRow.tsx';
import styles from './BankAccounts.module.css';

const add = (): void => navigate('/pages/wallet/addbank');

/** The customer's saved bank accounts. */
export function BankAccountsPage() {
  const t = useTexts(bankAccountTexts);
  return (
    <LoggedIn>
      <Page
        title={t.title}
        back={{ fallback: '/pages/user/index' }}
        actions={<IconButton icon="plus" label={t.add} onClick={add} />}
      >
        <BankAccounts />
      </Page>
    </LoggedIn>
  );
}

function BankAccounts() {
  const t = useTexts(bankAccountTexts);
  const wait = useWithdrawalWait();
  const { items, at, asOf, error, more, loadMore, retry, retrying } = usePages(calls.banks.accounts, {});
  if (items === null) {
    return error ? (
      <ErrorState error={error} onRetry={retry} busy={retrying} />
    ) : (
      <Delayed>
        <RowsSkeleton groups={[3]} />
      </Delayed>
    );
  }
  if (items.length === 0) {
    return (
      <Empty
        drawing="wallet"
        title={t.empty}
        action={
          <Button icon="plus" onClick={add}>
            {t.add}
          </Button>
        }
      >
        {t.emptyText(wait.text)}
      </Empty>
    );
  }
  return (
    <>
      {error && <StaleNote at={at} onRetry={retry} busy={retrying} className={styles.stale} />}
      <AsOf time={asOf} />
      <SavedList>
        {items.map((account) => (
          <BankAccountRow key={account.id} account={account} />
        ))}
      </SavedList>
      <ListEnd more={more} onMore={loadMore} failed={error !== null} />
    </>
  );
}
