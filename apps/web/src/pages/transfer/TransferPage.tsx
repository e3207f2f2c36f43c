import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { FieldsSkeleton } from '../../ui/skeletons/index.ts';
import { transferTexts } from './transfer-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { TransferForm } from './TransferForm.tsx';

/** Moves money between the coin account and the fiat account. */
export function TransferPage() {
  const t = useTexts(transferTexts);
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/assets/index' }}>
        <Transfer />
      </Page>
    </LoggedIn>
  );
}

function Transfer() {
  const balances = useCall(calls.transfer.balances, {}, { quiet: true });
  return (
    <CallView call={balances} skeleton={<FieldsSkeleton card={112} fields={2} />}>
      {({ coins }) => <TransferForm coins={coins} />}
    </CallView>
  );
}
