import { minorPlaces } from '@fft/bank-files';
import type { Rail } from '../../funds/withdrawals/index.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { bankRail } from '../../assets/networks.ts';
import type { HouseAccounts } from '../accounts.ts';
import { unitsPerMinor } from '../entries/minor-units.ts';
import { accountNumberOf } from '../saved-accounts.ts';

/** Limits of one payout in a currency, whatever its worth; the day's limit and the reviews are in USDT. */
const [minPayout, maxPayout] = ['1', '1000000'];

/** Payouts are withdrawals from the fiat account, over the banks at which the exchange has an account of the currency. */
export function createBankRail(accounts: Pick<HouseAccounts, 'listed'>, directory: Directory): Rail {
  return {
    kind: 'fiat',
    networks: async () => {
      const currencies = [...new Set((await accounts.listed()).map(({ currency }) => currency))];
      return currencies
        .filter((currency) => unitsPerMinor(directory, currency) !== null)
        .map((coin) => ({
          coin,
          chain: bankRail,
          fee: '0',
          min: minPayout,
          max: maxPayout,
          precision: minorPlaces(coin),
        }));
    },
    // The number was checked when the customer saved the account, and the exchange doesn't own it.
    doubt: () => Promise.resolve(null),
    describe: (_network, saved, lang) => {
      const { number, bank } = accountNumberOf(saved);
      const shown = bank === '' ? number : `${number} (${bank})`;
      return [lang === 'zh' ? `银行账户：${shown}` : `Bank account: ${shown}`];
    },
  };
}
