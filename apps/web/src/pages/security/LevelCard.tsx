import type { User } from '@fft/contract';
import { classes, Icon } from '../../ui/kit/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { securityTexts } from './security-texts.ts';
import styles from './LevelCard.module.css';
import { type Protection, securityLevel } from './security-level.ts';

export interface LevelCardProps {
  readonly user: User;
  /** Page or sheet that sets up each protection. */
  readonly places: Readonly<Record<Protection, string | (() => void)>>;
}

/** The account's security level, and the next protection to set up. */
export function LevelCard({ user, places }: LevelCardProps) {
  const t = useTexts(securityTexts);
  const { level, done, of, next } = securityLevel(user);
  const place = next === null ? null : places[next];
  return (
    <section className={classes(styles.card, styles[level])}>
      <span className={styles.ring} role="img" aria-label={`${t.level[level]}, ${t.done(done, of)}`}>
        <svg viewBox="0 0 80 80" aria-hidden="true">
          <circle className={styles.track} cx="40" cy="40" r="36" />
          <circle
            className={styles.part}
            cx="40"
            cy="40"
            r="36"
            pathLength="100"
            strokeDasharray={`${(done / of) * 100} 100`}
          />
        </svg>
        <Icon name="shield-check" size={28} />
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{t.level[level]}</h2>
        <p className={styles.text}>
          {t.done(done, of)}
          {next === null ? ` · ${t.allDone}` : ` · ${t.next[next].text}`}
        </p>
        {next !== null &&
          (typeof place === 'string' ? (
            <Link className={styles.go} to={place}>
              {t.next[next].go}
            </Link>
          ) : (
            <button type="button" className={styles.go} onClick={place ?? undefined}>
              {t.next[next].go}
            </button>
          ))}
      </div>
    </section>
  );
}
