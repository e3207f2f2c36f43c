/** The server refused a call. `code`, `message` and `data` are from the envelope. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** Messages by field, for refused input. */
  get fields(): Readonly<Record<string, string>> {
    const { data } = this;
    if (typeof data !== 'object' || data === null || !('fields' in data)) return {};
    const { fields } = data;
    if (typeof fields !== 'object' || fields === null) return {};
    return Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }
}

/** No usable response arrived; the call may or may not have had its effect. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly kind: 'unreachable' | 'timeout' | 'unreadable';

  constructor(kind: NetworkError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
