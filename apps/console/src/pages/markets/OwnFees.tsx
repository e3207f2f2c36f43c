import { consoleCalls, type FeeTier } from '@fft/console-contract';
import { useLang, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Button, Field, FieldRow, Select, useFields } from '../../ui/index.ts';
import { marketTexts } from '../../i18n/markets.ts';
import styles from './Markets.module.css';
import { tierName } from './tier-name.ts';

const own = 'own';

/** Assigns one customer a tier or custom fees, or returns them to automatic tiers. */
export function OwnFees({ tiers }: { readonly tiers: readonly FeeTier[] }) {
  const t = useTexts(marketTexts);
  const lang = useLang();
  const [chosen, setChosen] = useState(own);
  const setFees = useAct(consoleCalls.markets.setCustomerFees, { successMessage: t.feesSet });
  const setTier = useAct(consoleCalls.fees.setTier, { successMessage: t.feesSet });
  const initial = { customer: '', makerPpm: '800', takerPpm: '1000' };
  const { values, field } = useFields(initial, { ...setTier.fields, ...setFees.fields });
  const { customer } = values;
  const ppm = { inputMode: 'numeric', suffix: 'ppm', hint: t.ppmHint } as const;
  const busy = setFees.busy || setTier.busy;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === own) setFees.run(values);
        else setTier.run({ customer, tier: Number(chosen) });
      }}
    >
      <h3>{t.ofOne}</h3>
      <p className={styles.text}>{t.setFeesText}</p>
      <FieldRow>
        <Field label={t.customer} {...field('customer')} inputMode="numeric" />
        <Select
          label={t.tier}
          value={chosen}
          onChange={setChosen}
          options={[
            { value: own, label: t.ownFees },
            ...tiers.map((tier) => ({ value: String(tier.id), label: tierName(tier, lang) })),
          ]}
        />
      </FieldRow>
      {chosen === own && (
        <FieldRow>
          <Field label={t.maker} {...field('makerPpm')} {...ppm} />
          <Field label={t.taker} {...field('takerPpm')} {...ppm} />
        </FieldRow>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={busy}>
          {t.setFees}
        </Button>
        <Button busy={busy} title={t.giveBackText} onClick={() => setTier.run({ customer })}>
          {t.giveBack}
        </Button>
      </div>
    </form>
  );
}
