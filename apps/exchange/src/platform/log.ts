import { type DestinationStream, pino, type Logger, type LoggerOptions } from 'pino';
import { createLogThrottle } from './log-throttle.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogOptions {
  readonly destination?: DestinationStream;
  readonly now?: () => number;
  /** The name of this process among several that write to one log. */
  readonly process?: string | undefined;
}

/**
 * Creates the log: JSON lines on standard error. Errors are reduced to their description, as drivers attach whole connections to theirs. One that
 * repeats is written a few times, and then counted in the field `suppressed`; fatal ones are all written.
 */
export function createLog(level: LogLevel, { destination, now = Date.now, process }: LogOptions = {}): Logger {
  const decide = createLogThrottle(now);
  const options: LoggerOptions = {
    level,
    base: process === undefined ? null : { process },
    serializers: { err: describeError },
    hooks: {
      logMethod(given, method, atLevel) {
        const [fields, event] = given as unknown[];
        if (atLevel >= fatalLevel || !hasError(fields)) return method.apply(this, given);
        const { isWritten, suppressed } = decide(String(event), fields.err);
        if (!isWritten) return undefined;
        return suppressed === 0
          ? method.apply(this, given)
          : method.call(this, { ...fields, suppressed }, String(event));
      },
    },
  };
  return pino(options, destination ?? pino.destination(2));
}

const fatalLevel = pino.levels.values['fatal'] ?? Infinity;

function hasError(fields: unknown): fields is { readonly err: unknown } {
  return typeof fields === 'object' && fields !== null && 'err' in fields;
}

interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
