import { RefusedError } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { navigate, useLocation, useTexts } from '@fft/kit';
import { useEffect, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { brand } from '../../brand.ts';
import { Button, Loaded, Callout } from '../../ui/index.ts';
import { enrolTexts } from '../../i18n/enrol.ts';
import { SignedOutLayout } from '../../features/signed-out/SignedOutLayout.tsx';
import styles from '../../features/signed-out/SignedOut.module.css';
import { EnrolForm } from './EnrolForm.tsx';

/** Target of the mailed link: `/enrol/` followed by the token. */
const path = '/enrol';

/** An operator's first page: they choose a password and set up an authenticator app. */
export function EnrolPage() {
  const t = useTexts(enrolTexts);
  const { pathname } = useLocation();
  const given = pathname.slice(path.length + 1);
  const [token, setToken] = useState(given);
  const [enrolled, setEnrolled] = useState<string | null>(null);
  if (given !== '' && given !== token) setToken(given);
  useEffect(() => {
    document.title = `${t.title} · ${brand.name}`;
  }, [t]);
  // Keeps the token out of the browser's history and the address bar.
  useEffect(() => {
    if (given !== '') navigate(path, { replace: true });
  }, [given]);
  return (
    <SignedOutLayout>
      {enrolled === null ? (
        <Enrolling key={token} token={token} onEnrolled={setEnrolled} />
      ) : (
        <section className={styles.card}>
          <img src="/icon.svg" width={48} height={48} alt={brand.name} />
          <h1 className={styles.title}>{t.done}</h1>
          <Callout tone="good">{t.doneText(enrolled)}</Callout>
          <Button variant="primary" size="large" onClick={() => navigate('/', { replace: true })}>
            {t.toLogIn}
          </Button>
        </section>
      )}
    </SignedOutLayout>
  );
}

interface EnrollingProps {
  readonly token: string;
  readonly onEnrolled: (name: string) => void;
}

function Enrolling({ token, onEnrolled }: EnrollingProps) {
  const t = useTexts(enrolTexts);
  // Each response carries a new secret. Keep the first one, even if the language changes.
  const query = useCall(
    consoleCalls.session.beginEnrolment,
    { token },
    { enabled: token !== '', staleTimeMs: Infinity, keepsPrevious: true },
  );
  const [begun, setBegun] = useState(query.data);
  if (begun === undefined && query.data !== undefined) setBegun(query.data);
  if (begun !== undefined) return <EnrolForm token={token} begun={begun} onEnrolled={onEnrolled} />;
  const refusal = query.error instanceof RefusedError ? query.error.message : null;
  const over = token === '' ? t.noToken : refusal;
  return (
    <section className={styles.card}>
      <img src="/icon.svg" width={48} height={48} alt={brand.name} />
      <h1 className={styles.title}>{t.title}</h1>
      {over === null ? (
        <Loaded query={query}>{() => null}</Loaded>
      ) : (
        <div role="alert">
          <Callout tone="danger">{over}</Callout>
        </div>
      )}
    </section>
  );
}
