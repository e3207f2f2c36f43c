import { consoleCalls, type ListedMarket } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useAct } from '../../api/index.ts';
import { Dialog, Callout } from '../../ui/index.ts';
import { withPpm } from '../../lib/ppm.ts';
import { marketTexts } from '../../i18n/markets.ts';
import { LimitFields, limitsOf } from './LimitFields.tsx';
import { useProposable } from './use-proposable.ts';
import { usePercentFields } from './use-percent-fields.ts';

export interface SetLimitsProps {
  readonly market: ListedMarket;
  readonly onClose: () => void;
}

/** Edits a market's limits and fees. */
export function SetLimits({ market, onClose }: SetLimitsProps) {
  const t = useTexts(marketTexts);
  const proposable = useProposable();
  const set = useAct(consoleCalls.markets.setLimits, proposable(t.limitsSet, onClose));
  const { values, field } = usePercentFields(limitsOf(market), set.fields);
  const { symbol } = market;
  return (
    <Dialog
      title={`${t.setLimits} · ${symbol}`}
      onClose={onClose}
      wide
      confirm={{ label: t.change, busy: set.busy, onPress: () => set.run({ symbol, ...withPpm(values) }) }}
    >
      <Callout tone="warn">{t.setLimitsText}</Callout>
      <LimitFields field={field} />
    </Dialog>
  );
}
