import type { Logger } from 'pino';
import type { Enter } from './enter.ts';

export interface EntryDevice {
  readonly ip: string;
  readonly userAgent: string;
}

/** Events that other modules receive about log-ins. */
export interface EntryEvents {
  registered(customer: number): Promise<void>;
  /** A log-in on an unknown device. */
  newDevice(customer: number, device: EntryDevice): Promise<void>;
  /** A log-in by passkey on a known device. */
  passkeyUsed(customer: number, device: EntryDevice): Promise<void>;
}

export interface EntryParts {
  readonly events: EntryEvents;
  readonly log: Logger;
}

/** As `enter`, for registration. A failing event doesn't prevent it. */
export function tellingRegistration(enter: Enter, { events, log }: EntryParts): Enter {
  return async (customer, options) => {
    const entered = await enter(customer, options);
    await attempt(log, () => events.registered(customer));
    return entered;
  };
}

/** As `enter`, for log-in by password. */
export function tellingNewDevice(enter: Enter, { events, log }: EntryParts): Enter {
  return async (customer, options) => {
    const { ip, userAgent } = options.context;
    const entered = await enter(customer, options);
    if (options.device === null) await attempt(log, () => events.newDevice(customer, { ip, userAgent }));
    return entered;
  };
}

/** As `enter`, for log-in by passkey. The owner is notified each time. */
export function tellingPasskey(enter: Enter, parts: EntryParts): Enter {
  const enterTold = tellingNewDevice(enter, parts);
  return async (customer, options) => {
    const { ip, userAgent } = options.context;
    const entered = await enterTold(customer, options);
    if (options.device !== null) await attempt(parts.log, () => parts.events.passkeyUsed(customer, { ip, userAgent }));
    return entered;
  };
}

async function attempt(log: Logger, tell: () => Promise<void>): Promise<void> {
  try {
    await tell();
  } catch (error) {
    log.warn({ err: error }, 'signIn.notifyFailed');
  }
}
