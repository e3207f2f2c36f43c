import { calls, type WalletAddress } from '@fft/contract';
import { callApi, queryClient } from '../../api/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { SavedRow } from '../../features/money/SavedRow.tsx';
import { useTexts } from '../../i18n/index.ts';
import { walletTexts } from '../../i18n/wallet.ts';

/** A saved address: label, network, and the time from which it can be used. */
export function AddressRow({ address: { id, coin, chain, name, address, memo, usableFrom } }: AddressRowProps) {
  const t = useTexts(walletTexts);
  const remove = async (): Promise<void> => {
    try {
      await callApi(calls.addresses.delete, { id });
    } finally {
      void queryClient.invalidateQueries({ queryKey: [calls.addresses.list.path] });
    }
  };
  return (
    <SavedRow
      kind="address"
      texts={t}
      mark={<CoinMark coin={coin} size={32} />}
      name={name}
      tag={`${coin} · ${chain}`}
      to={address}
      note={memo ?? null}
      usableFrom={usableFrom}
      called={name}
      onRemove={remove}
    />
  );
}

interface AddressRowProps {
  readonly address: WalletAddress;
}
