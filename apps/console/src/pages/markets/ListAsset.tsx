import { consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Dialog, Field, Callout, FieldRow, Select, useFields } from '../../ui/index.ts';
import { marketTexts } from '../../i18n/markets.ts';
import { useProposable } from './use-proposable.ts';

/** Lists an asset; markets for it are opened separately. */
export function ListAsset({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(marketTexts);
  const proposable = useProposable();
  const [kind, setKind] = useState<'coin' | 'fiat'>('coin');
  const list = useAct(consoleCalls.markets.listAsset, proposable(t.listed, onClose));
  const { values, field } = useFields({ code: '', decimals: '8', zh: '', en: '' }, list.fields);
  return (
    <Dialog
      title={t.listAsset}
      onClose={onClose}
      confirm={{
        label: t.listAsset,
        busy: list.busy,
        onPress: () => list.run({ ...values, code: values.code.trim().toUpperCase(), fiat: kind === 'fiat' }),
      }}
    >
      <Callout tone="warn">{t.listAssetText}</Callout>
      <FieldRow>
        <Field label={t.code} {...field('code')} maxLength={10} autoCapitalize="characters" />
        <Field label={t.decimals} {...field('decimals')} inputMode="numeric" />
        <Field label={t.zhName} {...field('zh')} maxLength={40} />
        <Field label={t.enName} {...field('en')} maxLength={40} />
      </FieldRow>
      <Select
        label={t.kind}
        value={kind}
        onChange={setKind}
        options={(['coin', 'fiat'] as const).map((value) => ({ value, label: t.kinds[value] }))}
      />
    </Dialog>
  );
}
