import { consoleCalls, type OperatorPasskey } from '@fft/console-contract';
import { formatMinute, hasPasskeys, Icon, toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { Button, Dialog, Loaded, Callout } from '../../ui/index.ts';
import { passkeyTexts } from '../../i18n/passkeys.ts';
import { AddPasskey } from './AddPasskey.tsx';
import styles from './Passkeys.module.css';
import { RemovePasskey } from './RemovePasskey.tsx';

/** The operator's own passkeys. */
export function PasskeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(passkeyTexts);
  const [act, setAct] = useState<'add' | OperatorPasskey | null>(null);
  const passkeys = useCall(consoleCalls.session.passkeys, {});
  const done = (said: string): void => {
    toast(said);
    setAct(null);
  };

  if (act === 'add') return <AddPasskey onDone={() => done(t.added)} onClose={() => setAct(null)} />;
  if (act !== null) return <RemovePasskey passkey={act} onDone={() => done(t.removed)} onClose={() => setAct(null)} />;
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>{t.about}</p>
      <Loaded query={passkeys}>
        {(list) =>
          list.length === 0 ? <p className={styles.none}>{t.none}</p> : <List list={list} onRemove={setAct} />
        }
      </Loaded>
      {hasPasskeys() ? (
        <Button icon="plus" onClick={() => setAct('add')}>
          {t.add}
        </Button>
      ) : (
        <Callout tone="warn">{t.unsupported}</Callout>
      )}
    </Dialog>
  );
}

interface ListProps {
  readonly list: readonly OperatorPasskey[];
  readonly onRemove: (passkey: OperatorPasskey) => void;
}

function List({ list, onRemove }: ListProps) {
  const t = useTexts(passkeyTexts);
  return (
    <ul className={styles.list}>
      {list.map((passkey) => (
        <li key={passkey.id} data-testid="passkey">
          <Icon name="fingerprint" size={20} />
          <span className={styles.words}>
            <strong>{passkey.name}</strong>
            <span>{passkey.used === null ? t.never : t.used(formatMinute(passkey.used))}</span>
          </span>
          <Button variant="secondary" onClick={() => onRemove(passkey)}>
            {t.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}
