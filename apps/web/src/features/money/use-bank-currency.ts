import { calls } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { useUser } from '../session/index.ts';

const storageKey = 'bank-currency';

/** The currency of a page about banks: the one that the address names, else the one used last, else the first. */
export function useBankCurrency<Currency extends { readonly coin: string }>(
  currencies: readonly Currency[],
  named: string | null,
): readonly [chosen: Currency | undefined, choose: (coin: string) => void] {
  const [wanted, setWanted] = useState(named);
  const find = (coin: string | null) => currencies.find((each) => each.coin === coin);
  const chosen = find(wanted) ?? find(localStorage.getItem(storageKey)) ?? currencies[0];
  return [
    chosen,
    (coin) => {
      localStorage.setItem(storageKey, coin);
      setWanted(coin);
    },
  ];
}

/**
 * The currencies of bank transfers: empty until they are known; null if the customer must verify something before they may ask, which only the page
 * about bank transfers requests.
 */
export function useBankCurrencies(): readonly string[] | null {
  const { data: user } = useUser();
  const mayAsk =
    user !== undefined &&
    user.email !== null &&
    (user.identity.state === 'passed' || !user.rules.identityRequiredFor.includes('deposit'));
  const { data } = useCall(calls.banks.details, {}, { enabled: mayAsk, quiet: true, staleTimeMs: 300_000 });
  return user !== undefined && !mayAsk ? null : (data?.map(({ coin }) => coin) ?? []);
}
