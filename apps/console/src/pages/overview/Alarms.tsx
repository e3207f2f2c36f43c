import type { Alarm } from '@fft/console-contract';
import { formatMinute, useTexts } from '@fft/kit';
import { Tag } from '../../ui/index.ts';
import { overviewTexts } from '../../i18n/overview.ts';
import styles from './OverviewPage.module.css';

/** Open and resolved alarms. */
export function Alarms({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const t = useTexts(overviewTexts);
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t.alarms}</h2>
      {alarms.length === 0 && <p className={styles.small}>{t.noAlarms}</p>}
      {alarms.map(({ id, kind, since, until, detail }) => (
        <div key={id} className={styles.alarm}>
          <p className={styles.head}>
            <span>{t.kinds[kind]}</span>
            <Tag tone={until === null ? 'danger' : 'plain'}>{until === null ? t.open : t.over}</Tag>
          </p>
          <p className={styles.small}>{detail}</p>
          <p className={styles.small}>
            {until === null ? t.since(formatMinute(since)) : t.until(formatMinute(since), formatMinute(until))}
          </p>
        </div>
      ))}
    </section>
  );
}
