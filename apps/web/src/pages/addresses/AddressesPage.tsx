import { calls } from '@fft/contract';
import { useState } from 'react';
import { usePages } from '../../api/index.ts';
import { Button, Chip, Delayed, Empty, ErrorState, IconButton, ListEnd, StaleNote } from '../../ui/kit/index.ts';
import { useHoldings } from '../../features/live/balances.ts';
import { CoinSheet } from '../../features/money/index.ts';
import { SavedList } from '../../features/money/SavedRow.tsx';
import { navigate } from '../../lib/routing/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import { walletTexts } from '../../i18n/wallet.ts';
import { AddressRow } from './AddressRow.tsx';
import styles from './Addresses.module.css';

const add = (): void => navigate('/pages/wallet/add');

/** The customer's withdrawal addresses. */
export function AddressesPage() {
  const t = useTexts(walletTexts);
  return (
    <LoggedIn>
      <Page
        title={t.title}
        back={{ fallback: '/pages/user/index' }}
        actions={<IconButton icon="plus" label={t.add} onClick={add} />}
      >
        <Addresses onAdd={add} />
      </Page>
    </LoggedIn>
  );
}

function Addresses({ onAdd }: { readonly onAdd: () => void }) {
  const wait = useWithdrawalWait();
  const t = useTexts(walletTexts);
  const [coin, setCoin] = useState<string | null>(null);
  const { items, at, error, more, loadMore, retry, retrying } = usePages(
    calls.addresses.list,
    coin === null ? {} : { coin },
  );
  const filter = <CoinFilter coin={coin} onChoose={setCoin} />;
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
      <>
        {coin !== null && filter}
        <Empty
          drawing="wallet"
          title={t.empty}
          action={
            <Button icon="plus" onClick={onAdd}>
              {t.add}
            </Button>
          }
        >
          {t.emptyText(wait.text)}
        </Empty>
      </>
    );
  }
  return (
    <>
      {filter}
      {error && <StaleNote at={at} onRetry={retry} busy={retrying} className={styles.stale} />}
      <SavedList>
        {items.map((address) => (
          <AddressRow key={address.id} address={address} />
        ))}
      </SavedList>
      <ListEnd more={more} onMore={loadMore} failed={error !== null} />
    </>
  );
}

interface CoinFilterProps {
  readonly coin: string | null;
  readonly onChoose: (coin: string | null) => void;
}

function CoinFilter({ coin, onChoose }: CoinFilterProps) {
  const t = useTexts(walletTexts);
  const money = useTexts(moneyTexts);
  const [open, setOpen] = useState(false);
  const held = useHoldings()?.value?.accounts.coin ?? [];
  return (
    <div className={styles.filter}>
      <Chip opens chosen={coin !== null} onClick={() => setOpen(true)}>
        {coin ?? t.allCoins}
      </Chip>
      {open && (
        <CoinSheet
          title={money.chooseCoin}
          all={t.allCoins}
          chosen={coin}
          options={held.map(({ coin, name }) => ({ coin, name }))}
          onChoose={onChoose}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
