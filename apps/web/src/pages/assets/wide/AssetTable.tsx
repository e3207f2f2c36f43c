import type { Balance } from '@fft/contract';
import { useMemo } from 'react';
import type { AccountKind } from '../../../features/live/holdings.ts';
import { CoinMark } from '../../../features/market-data/CoinMark.tsx';
import { byDecimal, byText } from '../../../features/tables/by.ts';
import { type Column, SortTable } from '../../../features/tables/SortTable.tsx';
import { missing } from '../../../lib/format/index.ts';
import { sharesOf, shareText } from '../../../lib/shares.ts';
import { Link } from '../../../lib/routing/index.ts';
import { classes } from '../../../ui/kit/index.ts';
import { assetsTableTexts } from './assets-table-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { isEmpty } from '../asset-list.ts';
import type { Amounts } from '../use-amounts.ts';
import styles from './AssetTable.module.css';

export interface AssetTableProps {
  /** In their first order: by value. */
  readonly balances: readonly Balance[];
  /** All of the account, of whose worth a row has a share. */
  readonly account: readonly Balance[];
  readonly kind: AccountKind;
  readonly amounts: Amounts;
  readonly onOpen: (coin: string) => void;
}

/** The coins of an account with what is available, on hold and worth; a coin's name opens its sheet. */
export function AssetTable({ balances, account, kind, amounts, onOpen }: AssetTableProps) {
  const t = useTexts(assetsTableTexts);
  const columns = useMemo((): readonly Column<Balance>[] => {
    const shares = sharesOf(account.map(({ value }) => value));
    const shareOf = new Map(account.map(({ coin }, index) => [coin, shares[index] ?? 0]));
    const amount = (id: 'total' | 'usable' | 'frozen'): Column<Balance> => ({
      id,
      title: t[id],
      renderCell: ({ coin, ...parts }) => (
        <span {...(id !== 'total' && { 'data-testid': `balance-${coin}-${id}` })}>
          {amounts.balance(parts[id], coin)}
        </span>
      ),
      compare: byDecimal((balance) => balance[id]),
    });
    return [
      {
        id: 'coin',
        title: t.coin,
        isText: true,
        renderCell: (balance) => (
          <button
            type="button"
            className={classes(styles.coin, isEmpty(balance) && styles.empty)}
            aria-haspopup="dialog"
            onClick={() => onOpen(balance.coin)}
          >
            <CoinMark coin={balance.coin} size={28} />
            <span>
              {balance.coin}
              <span className={styles.name}>{balance.name}</span>
            </span>
          </button>
        ),
        compare: byText(({ coin }) => coin),
      },
      amount('total'),
      amount('usable'),
      amount('frozen'),
      {
        id: 'value',
        title: t.value,
        renderCell: ({ coin, value }) => <span data-testid={`value-${coin}`}>{amounts.show(value, 2)}</span>,
        compare: byDecimal(({ value }) => value),
      },
      {
        id: 'share',
        title: t.share,
        renderCell: ({ coin, value }) => (value === null ? missing : shareText(shareOf.get(coin) ?? 0)),
        compare: byDecimal(({ value }) => value),
      },
      { id: 'action', title: t.action, renderCell: ({ coin }) => <Ways coin={coin} kind={kind} /> },
    ];
  }, [t, amounts, account, kind, onOpen]);
  return (
    <div className={styles.table}>
      <SortTable label={t.table} columns={columns} rows={balances} keyOf={({ coin }) => coin} testId="asset-row" />
    </div>
  );
}

/** Coins arrive in and leave from the coin account only; a currency's ways are in its sheet. */
function Ways({ coin, kind }: { readonly coin: string; readonly kind: AccountKind }) {
  const t = useTexts(assetsTableTexts);
  const ways =
    kind === 'coin'
      ? ([
          ['deposit', `/pages/deposit/charge?coin=${coin}`],
          ['withdraw', `/pages/deposit/withdraw?coin=${coin}`],
          ['transfer', `/pages/transfer/index?coin=${coin}`],
        ] as const)
      : ([['transfer', `/pages/transfer/index?from=fiat&coin=${coin}`]] as const);
  return (
    <span className={styles.ways}>
      {ways.map(([way, path]) => (
        <Link key={way} to={path} className={styles.way} aria-label={t.wayOf(t[way], coin)}>
          {t[way]}
        </Link>
      ))}
    </span>
  );
}
