import { SettingGroup, SettingRow } from '../../ui/kit/index.ts';
import { bankRowTexts } from './bank-rows-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { useBankCurrencies } from './use-bank-currency.ts';

/** The ways to and from a bank account, if the exchange has any. */
export function BankRows({ ways = ['in', 'out'] }: { readonly ways?: readonly ('in' | 'out')[] }) {
  const t = useTexts(bankRowTexts);
  const coins = useBankCurrencies();
  if (coins?.length === 0) return null;
  const words = coins?.join(t.comma);
  return (
    <SettingGroup>
      {ways.includes('in') && (
        <SettingRow
          icon="download"
          title={t.deposit}
          text={words === undefined ? t.depositAny : t.depositText(words)}
          to="/pages/deposit/bank"
        />
      )}
      {ways.includes('out') && (
        <SettingRow
          icon="withdraw"
          title={t.payout}
          text={words === undefined ? t.payoutAny : t.payoutText(words)}
          to="/pages/deposit/payout"
        />
      )}
    </SettingGroup>
  );
}
