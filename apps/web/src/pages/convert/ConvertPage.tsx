import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { Empty } from '../../ui/kit/index.ts';
import { FieldsSkeleton } from '../../ui/skeletons/index.ts';
import { convertTexts } from '../../features/conversion/convert-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { ConvertForm } from './ConvertForm.tsx';

/** Converts one coin into another at a quote. */
export function ConvertPage() {
  const t = useTexts(convertTexts);
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/assets/index' }}>
        <Convert />
      </Page>
    </LoggedIn>
  );
}

function Convert() {
  const t = useTexts(convertTexts);
  const markets = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 });
  const balances = useCall(calls.transfer.balances, {}, { quiet: true });
  const usable = new Map(balances.data?.coins.map(({ coin, coinAccount }) => [coin, coinAccount]));
  return (
    <CallView call={markets} skeleton={<FieldsSkeleton card={112} fields={2} />}>
      {(all) => (all.length === 0 ? <Empty title={t.noMarket} /> : <ConvertForm markets={all} usable={usable} />)}
    </CallView>
  );
}
