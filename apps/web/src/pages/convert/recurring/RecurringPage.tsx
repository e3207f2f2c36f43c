import { calls, type Market, type RecurringBuy } from '@fft/contract';
import { useState } from 'react';
import { RecurringForm, RecurringList } from '../../../features/conversion/index.ts';
import { useCall } from '../../../api/index.ts';
import { LoggedIn } from '../../../features/session/index.ts';
import { CallView, Page } from '../../../features/shell/index.ts';
import { Empty } from '../../../ui/kit/index.ts';
import { FieldsSkeleton } from '../../../ui/skeletons/index.ts';
import { recurringTexts } from '../../../features/conversion/recurring/recurring-texts.ts';
import { useTexts } from '../../../i18n/index.ts';

/** Starts, changes and lists recurring buys. */
export function RecurringPage() {
  const t = useTexts(recurringTexts);
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/trade/convert' }}>
        <Recurring />
      </Page>
    </LoggedIn>
  );
}

function Recurring() {
  const t = useTexts(recurringTexts);
  const markets = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 });
  return (
    <CallView call={markets} skeleton={<FieldsSkeleton card={112} fields={3} />}>
      {(all) => (all.length === 0 ? <Empty title={t.noMarket} /> : <Parts markets={all} />)}
    </CallView>
  );
}

function Parts({ markets }: { readonly markets: readonly Market[] }) {
  const [edited, setEdited] = useState<RecurringBuy | null>(null);
  return (
    <>
      <RecurringForm key={edited?.id ?? ''} markets={markets} edited={edited} onDone={() => setEdited(null)} />
      <RecurringList onEdit={setEdited} />
    </>
  );
}
