import { RefusedError } from '@fft/client';
import { calls, Code, type CallOutput } from '@fft/contract';
import { useState } from 'react';
import { callApi, queryClient, useCall } from '../../api/index.ts';
import { formatRelative } from '../../lib/format/index.ts';
import { Button, Icon, Sheet, Tag, toast, useLeaving } from '../../ui/kit/index.ts';
import { CallView } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { securityTexts } from './security-texts.ts';
import { deviceName, isPhone } from './device-name.ts';
import styles from './Rows.module.css';

type Device = CallOutput<typeof calls.user.sessions>[number];

/** The customer's sessions. Any other than this one can be logged out. */
export function DevicesSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(securityTexts);
  const { open, leave } = useLeaving(onClose);
  const devices = useCall(calls.user.sessions, {}, { quiet: true });
  return (
    <Sheet open={open} onClose={leave} title={t.devices}>
      <CallView call={devices} skeleton={<RowsSkeleton groups={[2]} />}>
        {(list) => <Devices list={list} />}
      </CallView>
    </Sheet>
  );
}

function Devices({ list }: { readonly list: readonly Device[] }) {
  const t = useTexts(securityTexts);
  const [ending, setEnding] = useState<string | null>(null);
  const others = list.filter(({ current }) => !current);

  async function end(ids: readonly string[], said: string): Promise<void> {
    setEnding(ids.length === 1 ? (ids[0] ?? null) : 'all');
    try {
      for (const id of ids) await revoke(id);
      toast(said);
    } catch {
      // The customer has been notified; the list shows what is left.
    } finally {
      await queryClient.invalidateQueries({ queryKey: [calls.user.sessions.path] });
      setEnding(null);
    }
  }

  return (
    <>
      <ul className={styles.rows}>
        {list.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            busy={ending === device.id}
            onEnd={() => void end([device.id], t.signedOut)}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          variant="secondary"
          wide
          busy={ending === 'all'}
          className={styles.after}
          onClick={() =>
            void end(
              others.map(({ id }) => id),
              t.othersSignedOut,
            )
          }
        >
          {t.signOutOthers}
        </Button>
      )}
      {others.length === 0 && <p className={styles.note}>{t.noOthers}</p>}
    </>
  );
}

/** Ends a session; one that has already ended counts as a success. */
async function revoke(id: string): Promise<void> {
  try {
    await callApi(calls.user.revokeSession, { id }, { handles: [Code.notFound] });
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === Code.notFound)) throw error;
  }
}

interface DeviceRowProps {
  readonly device: Device;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function DeviceRow({ device, busy, onEnd }: DeviceRowProps) {
  const t = useTexts(securityTexts);
  const lang = useLang();
  return (
    <li className={styles.row} data-testid="device">
      <span className={styles.tile}>
        <Icon name={isPhone(device.device) ? 'phone' : 'desktop'} size={20} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{deviceName(device.device) ?? t.unknownDevice}</p>
        <p className={styles.text}>
          {device.ip} · {formatRelative(device.used, lang)}
        </p>
      </div>
      {device.current ? (
        <Tag tone="good">{t.thisDevice}</Tag>
      ) : (
        <Button variant="secondary" size="small" busy={busy} onClick={onEnd}>
          {t.signOut}
        </Button>
      )}
    </li>
  );
}
