import { consoleCalls, type FeeTier } from '@fft/console-contract';
import { useLang, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Button, Callout, DetailList, Dialog, Field, FieldRow, Select } from '../../ui/index.ts';
import { withPpm } from '../../lib/ppm.ts';
import { marketTexts } from '../../i18n/markets.ts';
import styles from './Markets.module.css';
import { tierName } from './tier-name.ts';
import { useProposable } from './use-proposable.ts';
import { usePercentFields } from './use-percent-fields.ts';

const own = 'own';

/** Assigns one customer a tier or custom fees, or returns them to automatic tiers. */
export function OwnFees({ tiers }: { readonly tiers: readonly FeeTier[] }) {
  const t = useTexts(marketTexts);
  const proposable = useProposable();
  const lang = useLang();
  const [chosen, setChosen] = useState(own);
  const [asked, setAsked] = useState<'set' | 'giveBack' | null>(null);
  const after = proposable(t.feesSet, () => setAsked(null));
  const setFees = useAct(consoleCalls.markets.setCustomerFees, after);
  const setTier = useAct(consoleCalls.fees.setTier, after);
  const [submitted, setSubmitted] = useState(false);
  const initial = { customer: '', makerPpm: '0.08', takerPpm: '0.1' };
  const errors = { ...setTier.fields, ...setFees.fields };
  const { values, field } = usePercentFields(initial, errors);
  const { customer } = values;
  const isBlank = customer.trim() === '';
  const percent = { inputMode: 'decimal', suffix: '%', hint: t.percentHint } as const;
  const tier = tiers.find(({ id }) => String(id) === chosen);
  /** Without a customer there is nothing to ask. */
  function ask(what: 'set' | 'giveBack'): void {
    setAsked(isBlank ? null : what);
    setSubmitted(true);
  }

  function act(): void {
    if (asked === 'giveBack') setTier.run({ customer });
    else if (chosen === own) setFees.run(withPpm(values));
    else setTier.run({ customer, tier: Number(chosen) });
  }
  const busy = setFees.busy || setTier.busy;
  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          ask('set');
        }}
      >
        <h3>{t.ofOne}</h3>
        <p className={styles.text}>{t.setFeesText}</p>
        <FieldRow>
          <Field
            label={t.customer}
            {...field('customer')}
            {...(submitted && isBlank && { error: t.customerNeeded })}
            inputMode="numeric"
          />
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
            <Field label={t.maker} {...field('makerPpm')} {...percent} />
            <Field label={t.taker} {...field('takerPpm')} {...percent} />
          </FieldRow>
        )}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary">
            {t.setFees}
          </Button>
          <Button title={t.giveBackText} onClick={() => ask('giveBack')}>
            {t.giveBack}
          </Button>
        </div>
      </form>
      {asked && (
        <Dialog
          title={asked === 'set' ? t.confirmFees(customer) : t.confirmGiveBack(customer)}
          onClose={() => setAsked(null)}
          confirm={{ label: asked === 'set' ? t.setFees : t.giveBack, busy, onPress: act }}
        >
          {asked === 'set' && chosen === own && (
            <DetailList
              items={[
                [t.maker, `${values.makerPpm}%`],
                [t.taker, `${values.takerPpm}%`],
              ]}
            />
          )}
          {asked === 'set' && tier && <p>{tierName(tier, lang)}</p>}
          <p>{asked === 'set' ? t.setFeesText : t.giveBackText}</p>
          {Object.values(errors).map((error) => (
            <Callout key={error} tone="danger">
              {error}
            </Callout>
          ))}
        </Dialog>
      )}
    </>
  );
}
