const levels = { info: 30, warn: 40, error: 50 } as const;

type Write = (fields: Readonly<Record<string, unknown>>, event: string) => void;
type Log = Readonly<Record<keyof typeof levels, Write>>;

/**
 * Writes JSON lines in pino's format to standard output, without another dependency in the process that holds the keys. Fields must never contain
 * keys, seeds or passwords.
 */
export const log: Log = { info: writer('info'), warn: writer('warn'), error: writer('error') };

function writer(level: keyof typeof levels): Write {
  return (fields, msg) => {
    const line = { level: levels[level], time: Date.now(), name: 'signer', ...fields, msg };
    process.stdout.write(
      `${JSON.stringify(line, (_, value: unknown) => (value instanceof Error ? errorOf(value) : value))}\n`,
    );
  };
}

function errorOf({ name, message, stack }: Error): Readonly<Record<string, unknown>> {
  return { type: name, message, stack };
}
