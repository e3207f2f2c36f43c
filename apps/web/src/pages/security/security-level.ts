import type { User } from '@fft/contract';

/** Protections that the customer can add, the most important first. */
export const protections = ['email', 'payPassword', 'totp', 'phone', 'antiPhishing'] as const;
export type Protection = (typeof protections)[number];

export interface SecurityLevel {
  readonly level: 'low' | 'medium' | 'high';
  readonly done: number;
  /** Includes the log-in password, which every account has. */
  readonly of: number;
  readonly next: Protection | null;
}

function isOn(user: User, protection: Protection): boolean {
  switch (protection) {
    case 'email':
      return user.email !== null;
    case 'phone':
      return user.phone !== null;
    case 'payPassword':
    case 'totp':
    case 'antiPhishing':
      return user.has[protection];
  }
}

/** True if the customer can bind a phone: the exchange must be able to send SMS. */
export const offersPhone = ({ sms }: User): boolean => sms !== false;

/** The account's security level. The highest level requires a second factor. */
export function securityLevel(user: User): SecurityLevel {
  const offered = protections.filter((protection) => protection !== 'phone' || offersPhone(user));
  const missing = offered.filter((protection) => !isOn(user, protection));
  const of = offered.length + 1;
  const done = of - missing.length;
  const level = done <= 2 ? 'low' : done >= 5 && user.has.totp ? 'high' : 'medium';
  return { level, done, of, next: missing[0] ?? null };
}
