import { consoleCalls } from '@fft/console-contract';
import { formatAmount, useTexts } from '@fft/kit';
import { listedOf, useAct } from '../../api/index.ts';
import { DataTable, Dialog, Field, Row, useFields } from '../../kit/index.ts';
import { marketTexts } from '../../texts/markets.ts';
import type { Listing } from './listing.ts';

/** What one USDT is worth in each currency, for showing amounts. */
export function Rates({ query }: { readonly query: Listing }) {
  const t = useTexts(marketTexts);
  return (
    <DataTable
      label={t.tabs.rates}
      list={listedOf(query, ({ rates }) => rates)}
      keyOf={({ unit }) => unit}
      empty={t.noRates}
      columns={[
        { key: 'unit', label: t.unit, render: ({ unit }) => <strong>{unit}</strong> },
        { key: 'perUsdt', label: t.perUsdt, render: ({ perUsdt }) => formatAmount(perUsdt), end: true },
      ]}
    />
  );
}

/** Sets what one USDT is worth in a currency. */
export function SetRate({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(marketTexts);
  const set = useAct(consoleCalls.markets.setrate, { says: t.changed, onDone: onClose });
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
      <Row>
        <Field label={t.unit} {...field('unit')} maxLength={3} placeholder="CNY" autoCapitalize="characters" />
        <Field label={t.perUsdt} {...field('perUsdt')} inputMode="decimal" />
      </Row>
    </Dialog>
  );
}
