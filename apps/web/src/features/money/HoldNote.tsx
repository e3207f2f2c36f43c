import { useSecondsUntil } from '../../api/connection/index.ts';
import { formatCountdown, formatMinute } from '../../lib/format/index.ts';
import { Icon } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { holdTexts } from './hold-texts.ts';
import styles from './HoldNote.module.css';

/** Says until when withdrawals are on hold, with a countdown. Disappears when the hold ends. */
export function HoldNote({ until }: { readonly until: number }) {
  const t = useTexts(holdTexts);
  const seconds = useSecondsUntil(until);
  if (seconds === 0) return null;
  return (
    <div className={styles.note}>
      <Icon name="clock" size={18} className={styles.icon} />
      <p className={styles.text}>
        {t.hold} <strong>{formatMinute(until)}</strong>
      </p>
      <span className={styles.left} role="timer" aria-live="off">
        {formatCountdown(seconds)}
      </span>
    </div>
  );
}
