import { classes, Link, useTexts } from '@fft/kit';
import { useMay } from '../../api/index.ts';
import { overviewTexts } from '../../i18n/overview.ts';
import styles from './OverviewPage.module.css';

const queueLinks = [
  ['identity', '/identity', 'identity.see'],
  ['withdrawals', '/withdrawals', 'treasury.see'],
  ['approvals', '/approvals', 'approvals.see'],
  ['bankEntries', '/banks', 'banks.see'],
  ['bankPayments', '/banks?tab=batches', 'banks.see'],
  ['bankBreaks', '/banks?tab=days', 'banks.see'],
] as const;

/** The length of each queue, linked for operators who may open it. */
export function Queues({ queues }: { readonly queues: Readonly<Record<(typeof queueLinks)[number][0], number>> }) {
  const t = useTexts(overviewTexts);
  const may = useMay();
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t.queues}</h2>
      {queueLinks.map(([key, path, right]) => {
        const words = (
          <>
            <span>{t[key]}</span>
            <span className={classes(styles.count, queues[key] > 0 && styles.waits)}>{queues[key]}</span>
          </>
        );
        return may(right) ? (
          <Link key={key} to={path} className={styles.queue}>
            {words}
          </Link>
        ) : (
          <p key={key} className={styles.queue}>
            {words}
          </p>
        );
      })}
    </section>
  );
}
