import type { Balance } from '@fft/contract';
import { useCallback, useState } from 'react';
import type { AccountKind, Holdings } from '../../features/live/holdings.ts';
import { useCoinNames } from '../../features/search/index.ts';
import { listAssets } from './asset-list.ts';

export interface AssetListState {
  readonly kind: AccountKind;
  readonly query: string;
  readonly hideSmall: boolean;
  readonly setKind: (kind: AccountKind) => void;
  readonly setQuery: (query: string) => void;
  readonly setHideSmall: (hide: boolean) => void;
  /** All coins of the account. */
  readonly account: readonly Balance[];
  /** Those to show, by value. */
  readonly shown: readonly Balance[];
  /** The coin whose sheet is open, or was last. */
  readonly opened: Balance | undefined;
  readonly isOpen: boolean;
  readonly open: (coin: string) => void;
  readonly close: () => void;
}

/** The coins of an account, with the choice of account and what is searched for. */
export function useAssetList(holdings: Holdings): AssetListState {
  const [kind, setKind] = useState<AccountKind>('coin');
  const [query, setQuery] = useState('');
  const [hideSmall, setHideSmall] = useState(false);
  const [coin, setCoin] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const names = useCoinNames(query !== '');
  const account = holdings.accounts[kind];
  const open = useCallback((chosen: string) => {
    setCoin(chosen);
    setOpen(true);
  }, []);
  return {
    kind,
    query,
    hideSmall,
    setKind,
    setQuery,
    setHideSmall,
    account,
    shown: listAssets(account, { query, names, hideSmall, withEmpty: kind === 'coin' }),
    opened: account.find((balance) => balance.coin === coin),
    isOpen,
    open,
    close: () => setOpen(false),
  };
}
