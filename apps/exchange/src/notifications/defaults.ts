import type { NotificationChannel, NotificationKind } from '@fft/contract';
import type { Switches } from './tables.ts';

/** `always` and `never` can't be switched. */
export type ChannelState = 'on' | 'off' | 'always' | 'never';

/**
 * Channels of customers who chose nothing. A message about something that a thief could exploit is always mailed and kept in the inbox; SMS cost money, so only security has them.
 * Fills are in the order history anyway, and an active account would fill its inbox with them.
 */
export const defaults: Readonly<Record<NotificationKind, Readonly<Record<NotificationChannel, ChannelState>>>> = {
  fills: { inApp: 'off', mail: 'off', push: 'on', sms: 'never' },
  stops: { inApp: 'on', mail: 'off', push: 'on', sms: 'never' },
  alerts: { inApp: 'on', mail: 'off', push: 'on', sms: 'never' },
  deposits: { inApp: 'on', mail: 'on', push: 'on', sms: 'never' },
  withdrawals: { inApp: 'always', mail: 'always', push: 'on', sms: 'on' },
  security: { inApp: 'always', mail: 'always', push: 'on', sms: 'on' },
  announcements: { inApp: 'always', mail: 'off', push: 'off', sms: 'never' },
  halts: { inApp: 'on', mail: 'off', push: 'on', sms: 'never' },
};

/** Kinds that a thief would act on: they wait for no quiet hours. */
export function isUrgent(kind: NotificationKind): boolean {
  return kind === 'security' || kind === 'withdrawals';
}

export function stateOf(switches: Switches, kind: NotificationKind, channel: NotificationChannel): ChannelState {
  const standard = defaults[kind][channel];
  const chosen = switches[kind]?.[channel];
  if (chosen === undefined || standard === 'always' || standard === 'never') return standard;
  return chosen ? 'on' : 'off';
}

export function isWanted(switches: Switches, kind: NotificationKind, channel: NotificationChannel): boolean {
  const state = stateOf(switches, kind, channel);
  return state === 'on' || state === 'always';
}
