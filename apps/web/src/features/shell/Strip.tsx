import { type ReactNode, useEffect, useState } from 'react';
import { config } from '../../brand.ts';
import { useConnection } from '../../api/connection/index.ts';
import { formatClock } from '../../lib/format/index.ts';
import { classes } from '../../ui/kit/index.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './Strip.module.css';

/** The strip at the bottom of every page: connection, server time, and version; on the workspace, prices after the connection. */
export function Strip({ children }: { readonly children?: ReactNode }) {
  const t = useTexts(shellTexts);
  const { mode, latencyMs, clockOffsetMs } = useConnection();
  return (
    <footer className={styles.strip}>
      <span className={styles.connection} role="status" aria-label={`${t.status}: ${t.connection[mode]}`}>
        <span className={classes(styles.dot, styles[mode])} aria-hidden="true" />
        <span aria-hidden="true">{t.connection[mode]}</span>
        <span className={styles.latency} aria-hidden="true">
          {latencyMs === null ? '--' : `${Math.max(1, Math.round(latencyMs))} ms`}
        </span>
        {children}
      </span>
      <span>
        <span className={styles.label}>{t.serverTime}</span>{' '}
        <Clock offsetMs={mode === 'offline' ? null : clockOffsetMs} />
      </span>
      <span className={styles.version}>v{config.version}</span>
    </footer>
  );
}

function Clock({ offsetMs }: { readonly offsetMs: number | null }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className={styles.time} aria-live="off">
      {formatClock(offsetMs === null ? null : nowMs + offsetMs)}
    </time>
  );
}
