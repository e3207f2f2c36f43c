import type { User } from '@fft/contract';

/** What the customer can still do for his account, the most pressing first. */
export const protections = ['email', 'payPassword', 'totp', 'phone', 'antiPhishing'] as const;
export type Protection = (typeof protections)[number];

export interface SecurityLevel {
  readonly level: 'low' | 'medium' | 'high';
  readonly done: number;
  /** The log-in password counts too, and everybody has one. */
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

/** How well an account is protected. High needs a second factor, whatever else is on. */
export function securityLevel(user: User): SecurityLevel {
  const missing = protections.filter((protection) => !isOn(user, protection));
  const of = protections.length + 1;
  const done = of - missing.length;
  const level = done <= 2 ? 'low' : done >= 5 && user.has.totp ? 'high' : 'medium';
  return { level, done, of, next: missing[0] ?? null };
}
