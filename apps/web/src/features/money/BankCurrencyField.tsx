import { useState } from 'react';
import { SelectField } from '../../ui/kit/index.ts';
import { CoinMark } from '../market-data/index.ts';
import { bankDepositTexts } from '../../i18n/bank-deposit.ts';
import { useTexts } from '../../i18n/index.ts';
import { CoinSheet } from './CoinSheet.tsx';

interface Currency {
  readonly coin: string;
  readonly name: string;
}

export interface BankCurrencyFieldProps {
  readonly currencies: readonly Currency[];
  readonly chosen: Currency;
  readonly onChoose: (coin: string) => void;
}

/** Chooses one of the currencies of bank transfers. */
export function BankCurrencyField({ currencies, chosen, onChoose }: BankCurrencyFieldProps) {
  const t = useTexts(bankDepositTexts);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <SelectField
        label={t.coin}
        chosen={`${chosen.coin} · ${chosen.name}`}
        placeholder={t.chooseCoin}
        mark={<CoinMark coin={chosen.coin} size={24} />}
        onPress={() => setChoosing(true)}
      />
      {choosing && (
        <CoinSheet
          title={t.chooseCoin}
          chosen={chosen.coin}
          options={currencies}
          onChoose={(next) => {
            if (next !== null) onChoose(next);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
