import { calls } from '@fft/contract';
import { usePages } from '../../api/index.ts';
import { formatTimestamp } from '../../lib/format/index.ts';
import { Callout, Delayed, Empty, ErrorState, ListEnd, Sheet, Tag, useLeaving } from '../../ui/kit/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { securityTexts } from './security-texts.ts';
import { deviceName } from './device-name.ts';
import styles from './Rows.module.css';

/** Successful and failed log-ins to the customer's account. */
export function LoginsSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(securityTexts);
  const { open, leave } = useLeaving(onClose);
  return (
    <Sheet open={open} onClose={leave} title={t.logins}>
      <Logins />
    </Sheet>
  );
}

function Logins() {
  const t = useTexts(securityTexts);
  const { items, error, more, loadMore, retry, retrying } = usePages(calls.user.logins, {});
  if (items === null) {
    return error ? (
      <ErrorState error={error} onRetry={retry} busy={retrying} />
    ) : (
      <Delayed>
        <RowsSkeleton groups={[4]} />
      </Delayed>
    );
  }
  if (items.length === 0) return <Empty title={t.noLogins}>{t.noLoginsText}</Empty>;
  return (
    <>
      <Callout tone="info">{t.suspicious}</Callout>
      <ul className={styles.rows} style={{ marginTop: 12 }}>
        {items.map((login) => (
          <li key={login.id} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.title}>{deviceName(login.device) ?? t.unknownDevice}</p>
              <p className={styles.text}>
                {formatTimestamp(login.time)} · {login.ip}
              </p>
            </div>
            <Tag tone={login.state === 'done' ? 'good' : 'danger'}>{t.loginState[login.state]}</Tag>
          </li>
        ))}
      </ul>
      <ListEnd more={more} onMore={error ? retry : loadMore} failed={error !== null} />
    </>
  );
}
