import { consoleCalls, type HouseBankAccount } from '@fft/console-contract';
import { useCall } from '../../api/index.ts';

/** The exchange's bank accounts. */
export function useBankAccounts() {
  return useCall(consoleCalls.banks.accounts, {}, { refetchIntervalMs: 15_000 });
}

/** A bank account in words: `EUR · Commerzbank …3000`; its number while it is unknown. */
export function AccountName({ id }: { readonly id: number }) {
  const account = useBankAccounts().data?.find((each) => each.id === id);
  return account ? nameOf(account) : String(id);
}

export const nameOf = ({ coin, bankName, number }: HouseBankAccount): string =>
  `${coin} · ${bankName} …${number.slice(-4)}`;
