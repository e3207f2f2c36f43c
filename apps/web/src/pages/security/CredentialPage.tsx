import type { User } from '@fft/contract';
import type { ReactNode } from 'react';
import { LoggedIn, useUser } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { FieldsSkeleton } from '../../ui/skeletons/index.ts';
import styles from './Credentials.module.css';

export interface CredentialPageProps {
  readonly title: (user: User | undefined) => string;
  readonly children: (user: User) => ReactNode;
}

/** Frame of the pages that change credentials. Requires a log-in, and waits until the customer's settings are known. */
export function CredentialPage({ title, children }: CredentialPageProps) {
  return (
    <LoggedIn>
      <Framed title={title}>{children}</Framed>
    </LoggedIn>
  );
}

function Framed({ title, children }: CredentialPageProps) {
  const user = useUser();
  return (
    <Page title={title(user.data)} back={{ fallback: '/pages/user/safety' }}>
      <CallView call={user} skeleton={<FieldsSkeleton fields={3} />}>
        {(self) => <div className={styles.content}>{children(self)}</div>}
      </CallView>
    </Page>
  );
}
