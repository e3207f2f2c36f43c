import { classes, formatClock, useTexts } from '@fft/kit';
import { useEffect, useState } from 'react';
import { useConnection } from '../../api/index.ts';
import { brand } from '../../brand.ts';
import { shellTexts } from '../../i18n/shell.ts';
import styles from './StatusStrip.module.css';

/** Connection state, clock and version at the bottom of the page. */
export function StatusStrip() {
  const t = useTexts(shellTexts);
  const { reachable, latencyMs } = useConnection();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <footer className={styles.strip}>
      <span className={styles.reach}>
        <span className={classes(styles.dot, !reachable && styles.offline)} aria-hidden="true" />
        {reachable ? t.live : t.offline}
        <span>{latencyMs === null ? '--' : `${Math.max(1, Math.round(latencyMs))} ms`}</span>
      </span>
      <span>
        {t.time} <time>{formatClock(now)}</time>
      </span>
      <span className={styles.version}>v{brand.version}</span>
    </footer>
  );
}
