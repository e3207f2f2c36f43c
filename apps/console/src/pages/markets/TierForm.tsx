import { consoleCalls, type FeeTier } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useAct } from '../../api/index.ts';
import { Dialog, Field, FieldRow } from '../../ui/index.ts';
import { percentOf, withPpm } from '../../lib/ppm.ts';
import { marketTexts } from '../../i18n/markets.ts';
import { useProposable } from './use-proposable.ts';
import { usePercentFields } from './use-percent-fields.ts';

export interface TierFormProps {
  /** null for a new tier. */
  readonly tier: FeeTier | null;
  readonly onClose: () => void;
}

/** Creates or edits a fee tier. */
export function TierForm({ tier, onClose }: TierFormProps) {
  const t = useTexts(marketTexts);
  const proposable = useProposable();
  const save = useAct(consoleCalls.fees.saveTier, proposable(t.tierSaved, onClose));
  const { values, field } = usePercentFields(
    {
      nameZh: tier?.nameZh ?? '',
      nameEn: tier?.nameEn ?? '',
      makerPpm: percentOf(tier?.makerPpm ?? 600),
      takerPpm: percentOf(tier?.takerPpm ?? 800),
      fromUsdt: tier?.fromUsdt == null ? '' : String(tier.fromUsdt),
    },
    save.fields,
  );
  const percent = { inputMode: 'decimal', suffix: '%', hint: t.percentHint } as const;
  const { fromUsdt, ...rest } = withPpm(values);
  return (
    <Dialog
      title={tier ? t.editTier : t.newTier}
      onClose={onClose}
      confirm={{
        label: t.saveTier,
        busy: save.busy,
        onPress: () => save.run({ ...rest, ...(tier && { id: tier.id }), ...(fromUsdt.trim() !== '' && { fromUsdt }) }),
      }}
    >
      <FieldRow>
        <Field label={t.zhName} {...field('nameZh')} maxLength={40} />
        <Field label={t.enName} {...field('nameEn')} maxLength={40} />
        <Field label={t.maker} {...field('makerPpm')} {...percent} />
        <Field label={t.taker} {...field('takerPpm')} {...percent} />
      </FieldRow>
      <Field
        label={t.fromTurnover}
        hint={t.fromTurnoverHint}
        {...field('fromUsdt')}
        inputMode="numeric"
        suffix="USDT"
      />
    </Dialog>
  );
}
