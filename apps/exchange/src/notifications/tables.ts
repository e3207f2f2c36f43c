import type { Lang, NotificationChannel, NotificationKind } from '@fft/contract';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** A customer's choices that differ from the defaults. */
export type Switches = Partial<Record<NotificationKind, Partial<Record<NotificationChannel, boolean>>>>;

/** Plain text in both languages, one string per paragraph. */
export interface Words {
  readonly title: Readonly<Record<Lang, string>>;
  readonly paragraphs: Readonly<Record<Lang, readonly string[]>>;
}

export interface NotificationTables {
  notification_choices: {
    customer: number;
    switches: JSONColumnType<Switches, string | undefined>;
    /** Minutes of the day; null without quiet hours. */
    quiet_from: number | null;
    quiet_until: number | null;
    time_zone: string | null;
    hide_details: Generated<boolean>;
  };
  /** Devices that receive pushes, by session. */
  push_devices: {
    session: string;
    customer: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    created: number;
  };
  /** Pushes and mails that wait to be sent. */
  notifications: {
    id: GeneratedAlways<number>;
    customer: number;
    /** The device's session; null: by mail. */
    target: string | null;
    kind: NotificationKind;
    words: JSONColumnType<Words>;
    path: string;
    time: number;
    due: number;
    tries: Generated<number>;
  };
}
