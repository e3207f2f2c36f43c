import { useState } from 'react';
import { Sheet, useLeaving } from '../../ui/kit/index.ts';
import { refreshUser } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { securityTexts } from './security-texts.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpSettings } from './TotpSettings.tsx';
import { TotpSetUp } from './TotpSetUp.tsx';

/** The authenticator app: set-up or, if it is on, new recovery codes and turning it off. New recovery codes are shown first. */
export function TotpSheet({ wasOn, onClose }: { readonly wasOn: boolean; readonly onClose: () => void }) {
  const t = useTexts(securityTexts);
  const { open, leave } = useLeaving(onClose);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Fixed when the sheet opens, so that its steps don't change while it is in use.
  const [isOn] = useState(wasOn);

  function show(fresh: readonly string[]): void {
    setCodes(fresh);
    refreshUser();
  }

  function off(): void {
    refreshUser();
    leave();
  }

  return (
    <Sheet open={open} onClose={leave} title={codes ? t.recoveryTitle : t.totpTitle}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={leave} />
      ) : isOn ? (
        <TotpSettings onCodes={show} onOff={off} />
      ) : (
        <TotpSetUp onCodes={show} />
      )}
    </Sheet>
  );
}
