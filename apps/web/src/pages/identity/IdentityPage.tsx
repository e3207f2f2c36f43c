import { calls } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { HelpButton } from '../../features/help/index.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { useTexts } from '../../i18n/index.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { IdentityStatus, mayTryAgain } from './IdentityStatus.tsx';

/** Polling interval while the papers are under review. */
const pollMs = 15_000;

/** The customer's identity verification: not submitted, under review, passed, or failed with the option to try again. */
export function IdentityPage() {
  return (
    <LoggedIn>
      <Identity />
    </LoggedIn>
  );
}

function Identity() {
  const t = useTexts(identityTexts);
  const [again, setAgain] = useState(false);
  const [pending, setPending] = useState(false);
  const info = useCall(calls.identity.read, {}, { quiet: true, refetchIntervalMs: pending ? pollMs : false });
  const state = info.data?.state;
  if (pending !== (state === 'pending')) setPending(state === 'pending');
  if (state === 'none' || (mayTryAgain(state) && again)) return <IdentityForm onDone={() => setAgain(false)} />;
  return (
    <Page title={t.title} back={{ fallback: '/pages/user/index' }} actions={<HelpButton about="identity" />}>
      <CallView call={info} skeleton={<RowsSkeleton card={140} groups={[3]} />}>
        {(known) => <IdentityStatus info={known} onAgain={() => setAgain(true)} />}
      </CallView>
    </Page>
  );
}
