import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { Skeleton } from '../../ui/kit/index.ts';
import { Banners } from './Banners.tsx';
import { NoticeLine } from './NoticeLine.tsx';
import styles from './Spread.module.css';

/** A line of notices and a carousel. If they fail to load, the page leaves them out. */
export function Spread() {
  const { data, isError } = useCall(calls.home.carousel, {}, { staleTimeMs: 300_000, quiet: true });
  if (data === undefined) {
    // Reserves their height while they load, so that nothing below moves.
    return isError ? null : (
      <div className={styles.spread} aria-hidden="true">
        <Skeleton height={38} />
        <Skeleton height={92} />
      </div>
    );
  }
  const { notices, banners } = data;
  if (notices.length + banners.length === 0) return null;
  return (
    <div className={styles.spread}>
      {notices.length > 0 && <NoticeLine notices={notices} />}
      {banners.length > 0 && <Banners banners={banners} />}
    </div>
  );
}
