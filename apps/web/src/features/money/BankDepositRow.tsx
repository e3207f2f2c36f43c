import { SettingGroup, SettingRow } from '../../ui/kit/index.ts';
import { bankDepositTexts } from '../../i18n/bank-deposit.ts';
import { useTexts } from '../../i18n/index.ts';
import { useBankCurrencies } from './use-bank-currency.ts';

/** The way to a bank deposit, if the exchange takes any. */
export function BankDepositRow() {
  const t = useTexts(bankDepositTexts);
  const coins = useBankCurrencies();
  if (coins?.length === 0) return null;
  return (
    <SettingGroup>
      <SettingRow
        icon="wallet"
        title={t.row}
        text={coins === null ? t.rowAny : t.rowText(coins.join(t.comma))}
        to="/pages/deposit/bank"
      />
    </SettingGroup>
  );
}
