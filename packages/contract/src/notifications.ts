import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/**
 * Kinds of notifications. `security` has log-ins and changes of the account; `announcements` are for everyone; `halts` concern markets of a customer's favourites
 * and open orders.
 */
export const notificationKinds = [
  'fills',
  'stops',
  'alerts',
  'deposits',
  'withdrawals',
  'security',
  'announcements',
  'halts',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** `inApp` is the inbox, `push` every device that allowed it. */
export const notificationChannels = ['inApp', 'mail', 'push', 'sms'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** A time of day as HH:MM. */
const timeOfDay = lazy(() => z.string('blank').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')));

/** `on` and `off` can be changed; `always` can't; `never` has no such channel. */
const state = lazy(() => z.enum(['on', 'off', 'always', 'never']));

export const notificationChoices = lazy(() =>
  z.object({
    kinds: z.array(
      z.object({
        kind: z.enum(notificationKinds),
        inApp: state(),
        mail: state(),
        push: state(),
        sms: state(),
      }),
    ),
    /** No pushes and e-mails between these times, apart from withdrawals and security; null if the customer set none. */
    quiet: z.nullable(z.object({ from: z.string(), until: z.string(), timeZone: z.string() })),
    /** True if pushes leave out amounts, prices and addresses. */
    hideDetails: z.boolean(),
    push: z.object({
      /** The server's key for `PushManager.subscribe`; null if this exchange sends no pushes. */
      publicKey: z.nullable(z.string()),
      /** True if the device of this session receives pushes. */
      thisDevice: z.boolean(),
      /** Devices that receive pushes. */
      devices: field.whole(),
    }),
    /** True if a phone is bound, to which SMS can be sent. */
    phone: z.boolean(),
  }),
);
export type NotificationChoices = SchemaOutput<typeof notificationChoices>;

/** Base64url of the length that the keys of a subscription have. */
const key = (length: number) => z.string('blank').check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), 'id'));

export const notificationCalls = {
  choices: defineCall({
    method: 'GET',
    path: '/api/notifications/choices.html',
    auth: 'required',
    keyRight: 'never',
    weight: 3,
    summary: 'Returns which notifications I receive, and by which channel.',
    input: () => z.object({}),
    output: notificationChoices,
  }),
  choose: defineCall({
    method: 'POST',
    path: '/api/notifications/choose.html',
    auth: 'required',
    keyRight: 'never',
    weight: 3,
    summary:
      'Switches one kind of notification on or off for one channel. Those that are `always` or `never` sent stay so.',
    input: () =>
      z.object({
        kind: field.choice(notificationKinds),
        channel: field.choice(notificationChannels),
        on: field.flag(),
      }),
    output: notificationChoices,
  }),
  setQuietHours: defineCall({
    method: 'POST',
    path: '/api/notifications/quiet.html',
    auth: 'required',
    keyRight: 'never',
    weight: 3,
    summary:
      'Sets the hours (HH:MM, in an IANA time zone) in which pushes and e-mails wait; without `from` and `until` there are none. Withdrawals and security never wait.',
    input: () =>
      z.object({
        from: z.optional(timeOfDay()),
        until: z.optional(timeOfDay()),
        timeZone: z.optional(z.string('blank').check(z.maxLength(64, 'tooLong'))),
      }),
    output: notificationChoices,
  }),
  setHideDetails: defineCall({
    method: 'POST',
    path: '/api/notifications/details.html',
    auth: 'required',
    keyRight: 'never',
    weight: 3,
    summary: 'Leaves amounts, prices and addresses out of pushes, or puts them in.',
    input: () => z.object({ hide: field.flag() }),
    output: notificationChoices,
  }),
  subscribe: defineCall({
    method: 'POST',
    path: '/api/notifications/subscribe.html',
    auth: 'required',
    keyRight: 'never',
    weight: 5,
    summary:
      'Sends pushes to this device, until its session ends: the endpoint and keys of a `PushSubscription` of a known push service.',
    input: () =>
      z.object({
        endpoint: z.string('blank').check(z.minLength(1, 'blank'), z.maxLength(1000, 'tooLong')),
        p256dh: key(87),
        auth: key(22),
      }),
    output: notificationChoices,
  }),
  unsubscribe: defineCall({
    method: 'POST',
    path: '/api/notifications/unsubscribe.html',
    auth: 'required',
    keyRight: 'never',
    weight: 3,
    summary: 'Sends no more pushes to the device of this session.',
    input: () => z.object({}),
    output: notificationChoices,
  }),
};
