import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { Empty } from '../../ui/kit/index.ts';
import { useLocation } from '../../lib/routing/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { FieldsSkeleton } from '../../ui/skeletons/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { WithdrawalPage } from './WithdrawalPage.tsx';
import { WithdrawFlow } from './WithdrawFlow.tsx';

/** Withdraws a coin to a saved address; with an id, shows that withdrawal. */
export function WithdrawPage() {
  const { search } = useLocation();
  const id = new URLSearchParams(search).get('id');
  return <LoggedIn>{id === null ? <Withdraw key={search} /> : <WithdrawalPage key={id} id={id} />}</LoggedIn>;
}

function Withdraw() {
  const t = useTexts(withdrawTexts);
  const coins = useCall(calls.withdrawals.coins, {}, { quiet: true });
  if (coins.data && coins.data.length > 0) return <WithdrawFlow coins={coins.data} />;
  return (
    <Page title={t.title} back={{ fallback: '/pages/assets/index' }}>
      <CallView call={coins} skeleton={<FieldsSkeleton fields={4} lines={3} />}>
        {() => <Empty drawing="wallet" title={t.none} />}
      </CallView>
    </Page>
  );
}
