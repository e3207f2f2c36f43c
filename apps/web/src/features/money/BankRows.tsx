import { SettingGroup, SettingRow } from '../../ui/kit/index.ts';
import { bankDepositTexts } from '../../i18n/bank-deposit.ts';
import { payoutTexts } from '../../i18n/payouts.ts';
import { useTexts } from '../../i18n/index.ts';
import { useBankCurrencies } from './use-bank-currency.ts';

/** The ways to and from a bank account, if the exchange has any. */
export function BankRows({ ways = ['in', 'out'] }: { readonly ways?: readonly ('in' | 'out')[] }) {
  const deposit = useTexts(bankDepositTexts);
  const payout = useTexts(payoutTexts);
  const coins = useBankCurrencies();
  if (coins?.length === 0) return null;
  const words = coins?.join(deposit.comma);
  return (
    <SettingGroup>
      {ways.includes('in') && (
        <SettingRow
          icon="download"
          title={deposit.row}
          text={words === undefined ? deposit.rowAny : deposit.rowText(words)}
          to="/pages/deposit/bank"
        />
      )}
      {ways.includes('out') && (
        <SettingRow
          icon="withdraw"
          title={payout.row}
          text={words === undefined ? payout.rowAny : payout.rowText(words)}
          to="/pages/deposit/payout"
        />
      )}
    </SettingGroup>
  );
}
