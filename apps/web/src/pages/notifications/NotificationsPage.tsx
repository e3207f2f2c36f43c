import {
  type CallOutput,
  calls,
  type CallInput,
  type NotificationChannel,
  type NotificationChoices,
} from '@fft/contract';
import { callKey } from '@fft/kit';
import { useState } from 'react';
import { callApi, queryClient, useCall } from '../../api/index.ts';
import { LoggedIn, useUser } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { Callout, classes, Icon, SwitchRow, toast } from '../../ui/kit/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { notificationTexts } from './notifications-texts.ts';
import styles from './NotificationsPage.module.css';
import { canReceivePushes, subscribeDevice, unsubscribeDevice } from './push-device.ts';

const { notifications } = calls;
const channels = ['inApp', 'mail', 'push', 'sms'] as const satisfies readonly NotificationChannel[];
type Kind = NotificationChoices['kinds'][number];

/** Choices of notifications by kind and channel, and quiet hours. */
export function NotificationsPage() {
  const t = useTexts(notificationTexts);
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/user/index' }}>
        <Choices />
      </Page>
    </LoggedIn>
  );
}

/** Makes a change; each call returns all choices, which the page then shows. */
type Change = ReturnType<typeof useChange>;

function useChange() {
  const lang = useLang();
  return async <C extends (typeof notifications)[keyof typeof notifications]>(
    call: C,
    input: CallInput<C>,
  ): Promise<boolean> => {
    try {
      const choices: CallOutput<C> = await callApi(call, input);
      queryClient.setQueryData(callKey(notifications.choices, {}, lang), choices);
      return true;
    } catch {
      // The customer has been notified.
      return false;
    }
  };
}

function Choices() {
  const choices = useCall(notifications.choices, {}, { quiet: true });
  const change = useChange();
  return (
    <CallView call={choices} skeleton={<RowsSkeleton card={72} groups={[4, 2]} />}>
      {(shown) => (
        <>
          {shown.push.publicKey !== null && (
            <Device push={shown.push} publicKey={shown.push.publicKey} change={change} />
          )}
          <Kinds choices={shown} change={change} />
          <Quiet quiet={shown.quiet} change={change} />
          <Privacy hide={shown.hideDetails} change={change} />
        </>
      )}
    </CallView>
  );
}

interface DeviceProps {
  readonly push: NotificationChoices['push'];
  readonly publicKey: string;
  readonly change: Change;
}

type Trouble = 'unsupported' | 'blocked' | 'failed';

/** Turns pushes to this device on or off. */
function Device({ push, publicKey, change }: DeviceProps) {
  const t = useTexts(notificationTexts);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(canReceivePushes() ? null : 'unsupported');

  async function turnOn(): Promise<void> {
    const subscription = await subscribeDevice(publicKey).catch(() => 'failed' as const);
    if (typeof subscription === 'string') return setTrouble(subscription);
    if (await change(notifications.subscribe, subscription)) toast(t.pushOn);
    return undefined;
  }

  async function turnOff(): Promise<void> {
    if (!(await change(notifications.unsubscribe, {}))) return;
    toast(t.pushOff);
    await unsubscribeDevice();
  }

  async function toggle(on: boolean): Promise<void> {
    setBusy(true);
    setTrouble(null);
    await (on ? turnOn() : turnOff());
    setBusy(false);
  }

  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t.device}</h2>
      <div className={styles.card}>
        <SwitchRow
          label={t.push}
          hint={push.devices > 0 ? t.devices(push.devices) : t.pushText}
          checked={push.thisDevice}
          disabled={busy || trouble === 'unsupported'}
          onChange={(on) => void toggle(on)}
        />
      </div>
      {trouble !== null && (
        <Callout tone="warn" className={styles.trouble}>
          {t[trouble]}
        </Callout>
      )}
    </section>
  );
}

interface KindsProps {
  readonly choices: NotificationChoices;
  readonly change: Change;
}

function Kinds({ choices, change }: KindsProps) {
  const t = useTexts(notificationTexts);
  const { data: user } = useUser();
  // An exchange that can't send SMS offers none.
  const offered = user?.sms === false ? channels.filter((channel) => channel !== 'sms') : channels;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t.kindsTitle}</h2>
      <ul className={styles.kinds}>
        {choices.kinds.map((kind) => (
          <KindRow key={kind.kind} kind={kind} offered={offered} hasPhone={choices.phone} change={change} />
        ))}
      </ul>
    </section>
  );
}

interface KindRowProps {
  readonly kind: Kind;
  readonly offered: readonly NotificationChannel[];
  readonly hasPhone: boolean;
  readonly change: Change;
}

/** One kind of notification, with a button for each channel that it has. */
function KindRow({ kind, offered, hasPhone, change }: KindRowProps) {
  const t = useTexts(notificationTexts);
  const [busy, setBusy] = useState<NotificationChannel | null>(null);
  const { title, text } = t.kinds[kind.kind];

  async function choose(channel: NotificationChannel, on: boolean): Promise<void> {
    setBusy(channel);
    await change(notifications.choose, { kind: kind.kind, channel, on });
    setBusy(null);
  }

  return (
    <li className={styles.kind} data-testid={`kind-${kind.kind}`}>
      <p className={styles.name}>{title}</p>
      <p className={styles.text}>{text}</p>
      <div className={styles.channels}>
        {offered.map((channel) => {
          const state = kind[channel];
          if (state === 'never') return null;
          const isOn = state === 'on' || state === 'always';
          const lacksPhone = channel === 'sms' && !hasPhone;
          const note = state === 'always' ? t.always : lacksPhone ? t.noPhone : undefined;
          return (
            <button
              key={channel}
              type="button"
              className={classes(styles.channel, isOn && !lacksPhone && styles.on)}
              aria-pressed={isOn && !lacksPhone}
              aria-label={[t.switchName(title, t.channels[channel]), note].filter(Boolean).join(' · ')}
              disabled={state === 'always' || lacksPhone || busy === channel}
              title={note}
              onClick={() => void choose(channel, !isOn)}
            >
              {isOn && !lacksPhone && <Icon name={state === 'always' ? 'lock' : 'check'} size={14} />}
              {t.channels[channel]}
            </button>
          );
        })}
      </div>
    </li>
  );
}

interface QuietProps {
  readonly quiet: NotificationChoices['quiet'];
  readonly change: Change;
}

const night = { from: '22:00', until: '07:00' };

/** Hours in which pushes and e-mails wait, in the time zone of the device that set them. */
function Quiet({ quiet, change }: QuietProps) {
  const t = useTexts(notificationTexts);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;

  function set(hours: { readonly from: string; readonly until: string }): void {
    // A field that is being cleared has no time yet.
    if (hours.from === '' || hours.until === '' || hours.from === hours.until) return;
    void change(notifications.setQuietHours, { ...hours, timeZone: here });
  }

  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t.quietTitle}</h2>
      <div className={styles.card}>
        <SwitchRow
          label={t.quiet}
          hint={t.quietText}
          checked={quiet !== null}
          onChange={(on) => (on ? set(night) : void change(notifications.setQuietHours, {}))}
        />
        {quiet !== null && (
          <>
            <div className={styles.hours}>
              {(['from', 'until'] as const).map((end) => (
                <label key={end} className={styles.hour}>
                  <span>{t[end]}</span>
                  <input
                    type="time"
                    className={styles.time}
                    // A change by another device is shown; typing isn't disturbed.
                    key={quiet[end]}
                    defaultValue={quiet[end]}
                    onBlur={(event) => {
                      if (event.target.value !== quiet[end]) set({ ...quiet, [end]: event.target.value });
                    }}
                  />
                </label>
              ))}
            </div>
            <p className={styles.text}>{t.zone(quiet.timeZone)}</p>
          </>
        )}
      </div>
    </section>
  );
}

function Privacy({ hide, change }: { readonly hide: boolean; readonly change: Change }) {
  const t = useTexts(notificationTexts);
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t.privacy}</h2>
      <div className={styles.card}>
        <SwitchRow
          label={t.hide}
          hint={t.hideText}
          checked={hide}
          onChange={(on) => void change(notifications.setHideDetails, { hide: on })}
        />
      </div>
    </section>
  );
}
