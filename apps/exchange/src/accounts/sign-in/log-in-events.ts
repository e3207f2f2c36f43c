import type { Logger } from 'pino';
import type { CompleteLogIn } from './complete-log-in.ts';

export interface LogInDevice {
  /** The known device; null if it is new. */
  readonly device: string | null;
  readonly ip: string;
  readonly userAgent: string;
}

/** Events that other modules receive about log-ins. */
export interface LogInEvents {
  registered(customer: number): Promise<void>;
  /** A log-in on an unknown device. */
  newDevice(customer: number, device: LogInDevice): Promise<void>;
  /** A log-in by passkey on a known device. */
  passkeyUsed(customer: number, device: LogInDevice): Promise<void>;
}

export interface LogInEventsOptions {
  readonly events: LogInEvents;
  readonly log: Logger;
}

/** As `completeLogIn`, for registration. A failing event doesn't prevent it. */
export function notifyRegistration(completeLogIn: CompleteLogIn, { events, log }: LogInEventsOptions): CompleteLogIn {
  return async (customer, options) => {
    const opened = await completeLogIn(customer, options);
    await attempt(log, () => events.registered(customer));
    return opened;
  };
}

/** As `completeLogIn`, for log-in by password. */
export function notifyNewDevice(completeLogIn: CompleteLogIn, { events, log }: LogInEventsOptions): CompleteLogIn {
  return async (customer, options) => {
    const { ip, userAgent } = options.context;
    const opened = await completeLogIn(customer, options);
    if (options.device === null) await attempt(log, () => events.newDevice(customer, { ip, userAgent, device: null }));
    return opened;
  };
}

/** As `completeLogIn`, for log-in by passkey. The owner is notified each time. */
export function notifyPasskeyLogIn(completeLogIn: CompleteLogIn, notifying: LogInEventsOptions): CompleteLogIn {
  const completeNotified = notifyNewDevice(completeLogIn, notifying);
  return async (customer, options) => {
    const { ip, userAgent } = options.context;
    const { device } = options;
    const opened = await completeNotified(customer, options);
    if (device !== null)
      await attempt(notifying.log, () => notifying.events.passkeyUsed(customer, { ip, userAgent, device }));
    return opened;
  };
}

async function attempt(log: Logger, notify: () => Promise<void>): Promise<void> {
  try {
    await notify();
  } catch (error) {
    log.warn({ err: error }, 'signIn.notifyFailed');
  }
}
