import { calls, Code } from '@fft/contract';
import { FormBody, SecondFactorField, useCallForm } from '../../features/forms/index.ts';
import { Button, Callout, toast } from '../../ui/kit/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { useTexts } from '../../i18n/index.ts';
import { securityTexts } from './security-texts.ts';
import { useState } from 'react';
import { KeysStay } from './KeysStay.tsx';

export interface TotpSettingsProps {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => void;
}

type Act = 'recovery' | 'remove';

/** Actions for an authenticator app that is on; each requires one of its codes. */
export function TotpSettings({ onCodes, onOff }: TotpSettingsProps) {
  const t = useTexts(securityTexts);
  const [act, setAct] = useState<Act | null>(null);
  if (act === 'recovery') return <NewCodes onCodes={onCodes} />;
  if (act === 'remove') return <Remove onOff={onOff} />;
  return (
    <FormBody onSubmit={(event) => event.preventDefault()}>
      <Callout tone="good" title={t.totpOn}>
        {t.totpAbout}
      </Callout>
      <Button variant="secondary" wide onClick={() => setAct('recovery')}>
        {t.recoveryNew}
      </Button>
      <Button variant="secondary" wide onClick={() => setAct('remove')}>
        {t.totpRemove}
      </Button>
    </FormBody>
  );
}

const codeFields = { [Code.secondFactor]: 'totp' } as const;

function NewCodes({ onCodes }: Pick<TotpSettingsProps, 'onCodes'>) {
  const t = useTexts(securityTexts);
  const form = useCallForm({
    call: calls.user.renewRecoveryCodes,
    initial: { totp: '' },
    input: (values) => values,
    codeFields,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <FormBody onSubmit={form.submit}>
      <Callout tone="info">{t.recoveryNewText}</Callout>
      <SecondFactorField {...form.field('totp')} />
      <Button type="submit" wide busy={form.busy}>
        {t.recoveryNew}
      </Button>
    </FormBody>
  );
}

function Remove({ onOff }: Pick<TotpSettingsProps, 'onOff'>) {
  const wait = useWithdrawalWait();
  const t = useTexts(securityTexts);
  const form = useCallForm({
    call: calls.user.removeTotp,
    initial: { totp: '' },
    input: (values) => values,
    codeFields,
    onDone: () => {
      toast(t.totpRemoved);
      onOff();
    },
  });
  return (
    <FormBody onSubmit={form.submit}>
      <Callout tone="warn">{t.totpRemoveText(wait.text)}</Callout>
      <KeysStay />
      <SecondFactorField {...form.field('totp')} />
      <Button variant="danger" type="submit" wide busy={form.busy}>
        {t.totpRemove}
      </Button>
    </FormBody>
  );
}
