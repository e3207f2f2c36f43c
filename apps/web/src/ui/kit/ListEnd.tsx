import { useEffect, useEffectEvent, useRef } from 'react';
import { asOfTexts } from './as-of-texts.ts';
import { kitTexts } from '../../i18n/kit.ts';
import { formatClock, useTexts } from '@fft/kit';
import { Button } from './Button.tsx';
import styles from './ListEnd.module.css';

export interface ListEndProps {
  readonly more: 'none' | 'some' | 'loading';
  readonly onMore: () => void;
  /** The last try failed: nothing loads until the customer asks for it. */
  readonly failed?: boolean;
}

/** The end of a paged list: load more (automatically once visible), loading, or no more data. */
export function ListEnd({ more, onMore, failed = false }: ListEndProps) {
  const t = useTexts(kitTexts);
  const place = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onMore);
  const waits = more === 'some' && !failed;

  useEffect(() => {
    if (!waits || !place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { scrollMargin: '200px' });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [waits]);

  return (
    <div ref={place} className={styles.end} role="status">
      {more === 'none' ? (
        t.noMore
      ) : (
        <Button variant="link" size="small" busy={more === 'loading'} onClick={onMore}>
          {more === 'loading' ? t.loadingMore : failed ? t.retry : t.loadMore}
        </Button>
      )}
    </div>
  );
}

export interface AsOfProps {
  /** The time whose state a list shows, in milliseconds since the epoch; Infinity if it is current. */
  readonly time: number;
}

/** Shows the time of a list if the server returned an older state. It is in this file because every page with such a list loads it. */
export function AsOf({ time }: AsOfProps) {
  const t = useTexts(asOfTexts);
  return time === Infinity ? null : <p className={styles.asOf}>{t.asOf(formatClock(time))}</p>;
}
