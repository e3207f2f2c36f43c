import { calls, type Market } from '@fft/contract';
import { useCall } from '../../../api/index.ts';
import { CallView } from '../../../features/shell/index.ts';
import { Sheet, Spinner } from '../../../ui/kit/index.ts';
import { lazyContent } from '../../../ui/lazy/index.ts';
import { orderSheetTexts } from '../order-sheets-texts.ts';
import { useTexts } from '../../../i18n/index.ts';

/** Orders that follow the market or place others, each with a form of its own. */
export type Plan = 'bracket' | 'trailing' | 'scaled' | 'twap' | 'recurring';

const Coming = () => <Spinner size={24} />;
const forms = {
  bracket: lazyContent(() => import('../bracket/BracketForm.tsx').then((m) => m.BracketForm), Coming),
  trailing: lazyContent(() => import('../trailing/TrailingForm.tsx').then((m) => m.TrailingForm), Coming),
  scaled: lazyContent(() => import('../scaled/ScaledForm.tsx').then((m) => m.ScaledForm), Coming),
  twap: lazyContent(() => import('../twap/TwapForm.tsx').then((m) => m.TwapForm), Coming),
};
const RecurringForm = lazyContent(
  () => import('../../../features/conversion/recurring/RecurringForm.tsx').then((m) => m.RecurringForm),
  Coming,
);

export interface PlanSheetProps {
  readonly market: Market;
  readonly side: 'buy' | 'sell';
  readonly plan: Plan | null;
  readonly onClose: () => void;
}

/** A plan's form over the workspace. It stays open once a plan has started, for the next one. */
export function PlanSheet({ market, side, plan, onClose }: PlanSheetProps) {
  const t = useTexts(orderSheetTexts);
  return (
    <Sheet open={plan !== null} onClose={onClose} title={plan === null ? '' : t.plans[plan]}>
      {plan === 'recurring' && <Recurring market={market} onDone={onClose} />}
      {plan !== null && plan !== 'recurring' && <Form plan={plan} market={market} side={side} />}
    </Sheet>
  );
}

interface FormProps {
  readonly plan: keyof typeof forms;
  readonly market: Market;
  readonly side: 'buy' | 'sell';
}

function Form({ plan, market, side }: FormProps) {
  const Chosen = forms[plan];
  return <Chosen key={`${plan} ${market.symbol}`} market={market} startSide={side} />;
}

function Recurring({ market: { base, quote }, onDone }: { readonly market: Market; readonly onDone: () => void }) {
  const markets = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 });
  return (
    <CallView call={markets} skeleton={<Coming />}>
      {(all) => <RecurringForm markets={all} edited={null} start={{ from: quote, to: base }} onDone={onDone} />}
    </CallView>
  );
}
