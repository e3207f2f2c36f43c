import { consoleCalls } from '@fft/console-contract';
import { formatAmount, useTexts } from '@fft/kit';
import { useState } from 'react';
import { listFromQuery, useAct, useMay } from '../../api/index.ts';
import { DataTable, Dialog, Field, IconButton, Callout, FieldRow, useFields } from '../../ui/index.ts';
import { marketTexts } from '../../i18n/markets.ts';
import type { Listing } from './listing.ts';
import styles from './Markets.module.css';
import { useProposable } from './use-proposable.ts';

/** The app always displays one of these, so they can't be removed. */
const requiredUnits: readonly string[] = ['CNY', 'USD'];

/** Display rates: one USDT in each currency. */
export function Rates({ query }: { readonly query: Listing }) {
  const t = useTexts(marketTexts);
  const may = useMay();
  const [removed, setRemoved] = useState<string | null>(null);
  return (
    <>
      <DataTable
        label={t.tabs.rates}
        list={listFromQuery(query, ({ rates }) => rates)}
        keyOf={({ unit }) => unit}
        empty={t.noRates}
        columns={[
          { key: 'unit', label: t.unit, render: ({ unit }) => <strong>{unit}</strong> },
          { key: 'perUsdt', label: t.perUsdt, render: ({ perUsdt }) => formatAmount(perUsdt), end: true },
          {
            key: 'acts',
            label: '',
            render: ({ unit }) =>
              may('markets.change') &&
              !requiredUnits.includes(unit) && (
                <span className={styles.end}>
                  <IconButton icon="trash" label={`${t.removeRate} ${unit}`} onClick={() => setRemoved(unit)} />
                </span>
              ),
            end: true,
          },
        ]}
      />
      {removed !== null && <RemoveRate unit={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function RemoveRate({ unit, onClose }: { readonly unit: string; readonly onClose: () => void }) {
  const t = useTexts(marketTexts);
  const remove = useAct(consoleCalls.markets.removeRate, { successMessage: t.rateRemoved, onDone: onClose });
  return (
    <Dialog
      title={t.removeRate}
      onClose={onClose}
      confirm={{ label: t.removeRate, variant: 'danger', busy: remove.busy, onPress: () => remove.run({ unit }) }}
    >
      <p>{t.removeRateText(unit)}</p>
    </Dialog>
  );
}

/** Sets a display rate. A large change becomes a proposal. */
export function SetRate({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(marketTexts);
  const proposable = useProposable();
  const set = useAct(consoleCalls.markets.setRate, proposable(t.changed, onClose));
  const { values, field } = useFields({ unit: '', perUsdt: '' }, set.fields);
  return (
    <Dialog
      title={t.setRate}
      onClose={onClose}
      confirm={{
        label: t.setRate,
        busy: set.busy,
        onPress: () => set.run({ ...values, unit: values.unit.trim().toUpperCase() }),
      }}
    >
      <Callout>{t.setRateText}</Callout>
      <FieldRow>
        <Field label={t.unit} {...field('unit')} maxLength={3} placeholder="CNY" autoCapitalize="characters" />
        <Field label={t.perUsdt} {...field('perUsdt')} inputMode="decimal" />
      </FieldRow>
    </Dialog>
  );
}
