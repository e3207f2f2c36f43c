import { Choice } from '../../ui/kit/index.ts';
import { useCurrencies } from './use-local-value.ts';
import { worthTexts } from '../../i18n/worth.ts';
import { useTexts } from '../../i18n/index.ts';
import { setCurrency, useCurrency } from '../../lib/preferences/currency.ts';

/** Chooses the currency that values are also shown in. Hidden until the rates are known. */
export function CurrencyChoice({ look, className }: { readonly look: 'small' | 'bare'; readonly className?: string }) {
  const t = useTexts(worthTexts);
  const currency = useCurrency();
  const currencies = useCurrencies();
  if (currencies.length < 2) return null;
  return (
    <Choice
      label={t.currency}
      look={look}
      className={className}
      value={currency}
      onChange={setCurrency}
      options={currencies.map((each) => ({ value: each, label: each }))}
    />
  );
}
