import { formatTimestamp, useTexts } from '@fft/kit';
import { kitTexts } from '../../i18n/kit.ts';
import { Button } from './Button.tsx';
import { Callout } from './Callout.tsx';

export interface StaleNoteProps {
  /** Time of the data shown, in milliseconds since the epoch. */
  readonly at: number;
  readonly onRetry: () => void;
  readonly busy?: boolean;
  readonly className?: string | undefined;
}

/** Says how old the data is while it can't be updated, and offers a retry. */
export function StaleNote({ at, onRetry, busy = false, className }: StaleNoteProps) {
  const t = useTexts(kitTexts);
  return (
    <Callout
      tone="warn"
      icon="offline"
      title={t.staleTitle}
      className={className}
      action={
        <Button variant="secondary" size="small" busy={busy} onClick={onRetry}>
          {t.retry}
        </Button>
      }
    >
      {t.stale(formatTimestamp(at))}
    </Callout>
  );
}
