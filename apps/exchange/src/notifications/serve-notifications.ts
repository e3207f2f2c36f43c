import { createECDH } from 'node:crypto';
import { calls, notificationKinds, type NotificationChoices } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import type { PushSender } from '../platform/push/push-sender.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import { route, type Api } from '../transport/http/route.ts';
import { readChoices, saveHideDetails, saveQuietHours, saveSwitch } from './choices.ts';
import { defaults, stateOf } from './defaults.ts';
import { addDevice, deviceSessions, removeDevice } from './devices.ts';
import type { FillReaders } from './fill-readers.ts';
import { formatTimeOfDay, isTimeZone, readTimeOfDay } from './quiet-hours.ts';

export interface ServeNotificationsOptions {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  /** null: no pushes. */
  readonly push: PushSender | null;
  readonly fillReaders: FillReaders;
  readonly hasPhone: (customer: number) => Promise<boolean>;
  readonly now: () => number;
}

interface Caller {
  readonly id: number;
  readonly sessionId: string;
}

/** Binds the calls with which customers choose what they are notified of. Each returns all choices. */
export function serveNotifications(options: ServeNotificationsOptions): void {
  const { api, db, push, fillReaders, now } = options;
  route(api, calls.notifications.choices, (_input, { customer }) => choicesOf(options, customer));

  route(api, calls.notifications.choose, async ({ kind, channel, on }, { customer }) => {
    const standard = defaults[kind][channel];
    if (standard === 'always' || standard === 'never') throw refuse('notificationFixed');
    await saveSwitch(db, customer.id, { kind, channel, on });
    if (kind === 'fills' && on) await fillReaders.add(db, customer.id);
    return choicesOf(options, customer);
  });

  route(api, calls.notifications.setQuietHours, async ({ from, until, timeZone }, { customer }) => {
    if (from === undefined && until === undefined) {
      await saveQuietHours(db, customer.id, null);
      return choicesOf(options, customer);
    }
    if (from === undefined || until === undefined || from === until)
      throw new FieldRefusal({ [from === undefined ? 'from' : 'until']: 'time' });
    if (timeZone === undefined || !isTimeZone(timeZone)) throw new FieldRefusal({ timeZone: 'choice' });
    const quiet = { fromMinute: readTimeOfDay(from), untilMinute: readTimeOfDay(until), timeZone };
    await saveQuietHours(db, customer.id, quiet);
    return choicesOf(options, customer);
  });

  route(api, calls.notifications.setHideDetails, async ({ hide }, { customer }) => {
    await saveHideDetails(db, customer.id, hide);
    return choicesOf(options, customer);
  });

  route(api, calls.notifications.subscribe, async (subscription, { customer }) => {
    if (push === null) throw refuse('pushNotOffered');
    if (!push.accepts(subscription.endpoint)) throw refuse('unknownPushService');
    if (!isPublicKey(subscription.p256dh)) throw new FieldRefusal({ p256dh: 'id' });
    await addDevice(db, { ...subscription, customer: customer.id, session: customer.sessionId, time: now() });
    await fillReaders.add(db, customer.id);
    return choicesOf(options, customer);
  });

  route(api, calls.notifications.unsubscribe, async (_input, { customer }) => {
    await removeDevice(db, customer.sessionId);
    return choicesOf(options, customer);
  });
}

/** True for a point of the curve: nothing could be encrypted for another. */
function isPublicKey(p256dh: string): boolean {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    return curve.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0;
  } catch {
    return false;
  }
}

async function choicesOf(
  { db, push, hasPhone }: ServeNotificationsOptions,
  { id, sessionId }: Caller,
): Promise<NotificationChoices> {
  const [{ switches, quiet, hideDetails }, devices, phone] = await Promise.all([
    readChoices(db, id),
    deviceSessions(db, id),
    hasPhone(id),
  ]);
  return {
    kinds: notificationKinds.map((kind) => ({
      kind,
      inApp: stateOf(switches, kind, 'inApp'),
      mail: stateOf(switches, kind, 'mail'),
      push: stateOf(switches, kind, 'push'),
      sms: stateOf(switches, kind, 'sms'),
    })),
    quiet: quiet && {
      from: formatTimeOfDay(quiet.fromMinute),
      until: formatTimeOfDay(quiet.untilMinute),
      timeZone: quiet.timeZone,
    },
    hideDetails,
    push: {
      publicKey: push?.publicKey ?? null,
      thisDevice: devices.includes(sessionId),
      devices: devices.length,
    },
    phone,
  };
}
