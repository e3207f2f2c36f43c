/** The server answered, and said no. `code` and `message` are the envelope's; `data` says more for some codes. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** What is wrong with which field, where the answer says it. */
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

/** No usable answer came: whether the call had its effect isn't known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly kind: 'unreachable' | 'timeout' | 'unreadable';

  constructor(kind: NetworkError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
