import { consoleCalls, marketStates, type ListedMarket } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Dialog, Field, Callout, FieldRow, Select } from '../../ui/index.ts';
import { withPpm } from '../../lib/ppm.ts';
import { marketTexts } from '../../i18n/markets.ts';
import { LimitFields, defaultLimits } from './LimitFields.tsx';
import { useProposable } from './use-proposable.ts';
import { usePercentFields } from './use-percent-fields.ts';

const defaults = {
  symbol: '',
  tick: '0.01',
  lot: '0.0001',
  ...defaultLimits,
};

/** Opens a market for two listed assets. */
export function OpenMarket({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(marketTexts);
  const proposable = useProposable();
  const [state, setState] = useState<ListedMarket['state']>('open');
  const open = useAct(consoleCalls.markets.openMarket, proposable(t.opened, onClose));
  const { values, field } = usePercentFields(defaults, open.fields);
  const amount = { inputMode: 'decimal' } as const;
  return (
    <Dialog
      title={t.openMarket}
      onClose={onClose}
      wide
      confirm={{
        label: t.openMarket,
        busy: open.busy,
        onPress: () => open.run({ ...withPpm(values), symbol: values.symbol.trim().toUpperCase(), state }),
      }}
    >
      <Callout tone="warn">{t.openMarketText}</Callout>
      <FieldRow>
        <Field label={t.symbol} {...field('symbol')} placeholder="LTC/USDT" autoCapitalize="characters" />
        <Select
          label={t.state}
          value={state}
          onChange={setState}
          options={marketStates.map((value) => ({ value, label: t.states[value] }))}
        />
        <Field label={t.tick} {...field('tick')} {...amount} />
        <Field label={t.lot} {...field('lot')} {...amount} />
      </FieldRow>
      <LimitFields field={field} />
    </Dialog>
  );
}
