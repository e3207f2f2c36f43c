import { consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { lazy, Suspense, useState } from 'react';
import { callApi, session, useMe } from '../../api/index.ts';
import { IconButton, Monogram } from '../../ui/index.ts';
import { shellTexts } from '../../i18n/shell.ts';
import styles from './OperatorMenu.module.css';

const PasskeysDialog = lazy(() =>
  import('../../features/passkeys/PasskeysDialog.tsx').then((m) => ({ default: m.PasskeysDialog })),
);

/** Ends the session here even if the server can't be reached. */
function leave(): void {
  callApi(consoleCalls.session.logout, {}).then(
    () => session.close(),
    () => session.close(),
  );
}

/** The operator's name and role, their passkeys and the log-out button. */
export function OperatorMenu() {
  const t = useTexts(shellTexts);
  const { name, role } = useMe();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.operator}>
      <Monogram of={name} size={36} />
      <p className={styles.who} title={`${name} · ${t.roles[role]}`}>
        <strong>{name}</strong>
        <span>{t.roles[role]}</span>
      </p>
      <IconButton icon="fingerprint" label={t.passkeys} onClick={() => setIsOpen(true)} />
      <IconButton icon="logout" label={t.logOut} onClick={leave} />
      {isOpen && (
        <Suspense>
          <PasskeysDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
