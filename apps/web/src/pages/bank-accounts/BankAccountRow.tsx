import { calls, type SavedBankAccount } from '@fft/contract';
import { callApi, refreshPages } from '../../api/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { SavedRow } from '../../features/money/SavedRow.tsx';
import { bankAccountTexts } from '../../i18n/bank-accounts.ts';
import { useTexts } from '../../i18n/index.ts';

/** A saved bank account: name, numbers, and the time from which it can be used. */
export function BankAccountRow({ account }: { readonly account: SavedBankAccount }) {
  const t = useTexts(bankAccountTexts);
  const { id, coin, name, holder, kind, number, bank, usableFrom } = account;
  const remove = async (): Promise<void> => {
    try {
      await callApi(calls.banks.removeAccount, { id });
    } finally {
      refreshPages(calls.banks.accounts);
    }
  };
  return (
    <SavedRow
      kind="bank-account"
      texts={t}
      mark={<CoinMark coin={coin} size={32} />}
      name={name}
      tag={coin}
      to={number}
      note={[
        holder === null ? t.unwritable : t.recipient(holder),
        ...(bank === '' ? [] : [`${t.short[kind]} ${bank}`]),
      ].join(' · ')}
      usableFrom={usableFrom}
      called={`${name} · …${number.slice(-4)}`}
      onRemove={remove}
    />
  );
}
