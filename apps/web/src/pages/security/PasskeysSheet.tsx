import { calls, Code, type CallOutput } from '@fft/contract';
import { useState } from 'react';
import { queryClient, useCall } from '../../api/index.ts';
import { FormBody, useCallForm } from '../../features/forms/index.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { Button, Callout, Icon, PasswordField, Sheet, toast, useLeaving } from '../../ui/kit/index.ts';
import { hasPasskeys } from '@fft/kit';
import { refreshUser } from '../../features/session/index.ts';
import { CallView } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { passkeyTexts } from '../../i18n/passkeys.ts';
import { useTexts } from '../../i18n/index.ts';
import { KeysStay } from './KeysStay.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import styles from './Rows.module.css';

type Passkey = CallOutput<typeof calls.user.passkeys>[number];

export interface PasskeysSheetProps {
  readonly withTotp: boolean;
  readonly onClose: () => void;
}

/** Lists, adds and removes the customer's passkeys. */
export function PasskeysSheet({ withTotp, onClose }: PasskeysSheetProps) {
  const t = useTexts(passkeyTexts);
  const { open, leave } = useLeaving(onClose);
  const [act, setAct] = useState<'add' | Passkey | null>(null);
  const passkeys = useCall(calls.user.passkeys, {}, { quiet: true });

  function show(list: readonly Passkey[], said: string): void {
    queryClient.setQueriesData({ queryKey: [calls.user.passkeys.path] }, list);
    refreshUser();
    toast(said);
    setAct(null);
  }

  return (
    <Sheet open={open} onClose={leave} title={t.title} description={act === null ? t.about : undefined}>
      {act === 'add' ? (
        <AddPasskey withTotp={withTotp} onDone={(list) => show(list, t.added)} />
      ) : act !== null ? (
        <RemovePasskey passkey={act} onDone={(list) => show(list, t.removed)} />
      ) : (
        <>
          <CallView call={passkeys} skeleton={<RowsSkeleton groups={[2]} />}>
            {(list) => <List list={list} onRemove={setAct} />}
          </CallView>
          <Button
            wide
            className={styles.after}
            icon="plus"
            disabledReason={hasPasskeys() ? undefined : t.unsupported}
            onClick={() => setAct('add')}
          >
            {t.add}
          </Button>
        </>
      )}
    </Sheet>
  );
}

function List({
  list,
  onRemove,
}: {
  readonly list: readonly Passkey[];
  readonly onRemove: (passkey: Passkey) => void;
}) {
  const t = useTexts(passkeyTexts);
  if (list.length === 0) return <p className={styles.note}>{t.none}</p>;
  return (
    <ul className={styles.rows}>
      {list.map((passkey) => (
        <li key={passkey.id} className={styles.row} data-testid="passkey">
          <span className={styles.tile}>
            <Icon name="fingerprint" size={20} />
          </span>
          <div className={styles.words}>
            <p className={styles.title}>{passkey.name}</p>
            <p className={styles.text}>{passkey.used === null ? t.never : `${t.used} ${formatMinute(passkey.used)}`}</p>
          </div>
          <Button variant="secondary" size="small" onClick={() => onRemove(passkey)}>
            {t.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface RemovePasskeyProps {
  readonly passkey: Passkey;
  readonly onDone: (list: readonly Passkey[]) => void;
}

function RemovePasskey({ passkey, onDone }: RemovePasskeyProps) {
  const wait = useWithdrawalWait();
  const t = useTexts(passkeyTexts);
  const form = useCallForm({
    call: calls.user.removePasskey,
    initial: { password: '' },
    input: (values) => ({ id: passkey.id, ...values }),
    codeFields: { [Code.wrongCredentials]: 'password' },
    onDone,
  });
  return (
    <FormBody onSubmit={form.submit}>
      <Callout tone="warn" title={t.removeTitle(passkey.name)}>
        {t.removeText(wait.text)}
      </Callout>
      <KeysStay />
      <PasswordField {...form.field('password')} label={t.password} autoComplete="current-password" />
      <Button type="submit" variant="danger" wide busy={form.busy}>
        {t.remove}
      </Button>
    </FormBody>
  );
}
