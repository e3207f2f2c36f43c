import { RefusedError } from '@fft/client';
import { type CallError, Icon, type IconName, useTexts } from '@fft/kit';
import type { ReactNode } from 'react';
import { uiTexts } from '../i18n/ui.ts';
import { Button } from './Button.tsx';
import styles from './States.module.css';

/** A placeholder for an empty list or page. */
export function Empty({ icon = 'document', children }: { readonly icon?: IconName; readonly children: ReactNode }) {
  return (
    <div className={styles.state} data-empty>
      <Icon name={icon} size={32} />
      <p>{children}</p>
    </div>
  );
}

/** An error with a retry button. */
export function Failed({ error, retry }: { readonly error: CallError; readonly retry: () => void }) {
  const t = useTexts(uiTexts);
  return (
    <div className={styles.state} role="alert">
      <Icon name="warning" size={32} />
      <p>{error instanceof RefusedError ? error.message : t.network}</p>
      <Button icon="refresh" onClick={retry}>
        {t.retry}
      </Button>
    </div>
  );
}

/** A placeholder for rows that are loading. */
export function Loading({ rows = 6 }: { readonly rows?: number }) {
  const t = useTexts(uiTexts);
  return (
    <div className={styles.loading} role="status" aria-label={t.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.bar} />
      ))}
    </div>
  );
}

export interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: CallError | null;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
}

/** Renders the data of a query, or its loading or error state. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failed error={query.error} retry={() => void query.refetch()} />;
  return <Loading />;
}
