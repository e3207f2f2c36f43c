/** A POST of a form, of the plainest kind. */
export interface PlainRequest {
  readonly path: string;
  /** Of the `access-token` header; empty without one. */
  readonly token: string;
  readonly userAgent: string;
  readonly body: string;
  /** How many characters of the text it takes, each a byte. */
  readonly length: number;
}

const firstLine = /^POST (\/[\w./-]{1,100}) HTTP\/1\.1\r\n/;
const headerLine = /([A-Za-z-]{1,40}):[ \t]*([\x20-\x7e]*)\r\n/y;
const asciiText = /^[\x20-\x7e]*$/;
const formType = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;
const lengthForm = /^\d{1,5}$/;
/** Headers that say nothing about how the request is to be read. */
const indifferent: ReadonlySet<string> = new Set([
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'pragma',
  'sec-fetch-mode',
]);

/**
 * Reads a request that begins `text`, a letter for each byte. Null for anything but a whole POST of a form in ASCII with no more headers than programs send with one:
 * what is left to a real parser of HTTP. So nothing that decides where a request ends is judged here but one plain `content-length`.
 */
export function readPlainRequest(text: string): PlainRequest | null {
  const first = firstLine.exec(text);
  if (first === null) return null;
  const headers = new Map<string, string>();
  let at = first[0].length;
  while (!text.startsWith('\r\n', at)) {
    headerLine.lastIndex = at;
    const line = headerLine.exec(text);
    if (line === null) return null;
    const [whole, name = '', value = ''] = line;
    const lower = name.toLowerCase();
    if (headers.has(lower)) return null;
    headers.set(lower, value.trimEnd());
    at += whole.length;
  }
  return areHeadersPlain(headers) ? withBody(text, at + 2, { path: first[1] ?? '', headers }) : null;
}

function areHeadersPlain(headers: ReadonlyMap<string, string>): boolean {
  for (const [name, value] of headers) {
    if (name === 'connection' ? value.toLowerCase() !== 'keep-alive' : !isKnown(name)) return false;
  }
  return headers.has('host') && formType.test(headers.get('content-type') ?? '');
}

function isKnown(name: string): boolean {
  return (
    name === 'host' ||
    name === 'content-type' ||
    name === 'content-length' ||
    name === 'access-token' ||
    indifferent.has(name)
  );
}

interface Head {
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
}

function withBody(text: string, begin: number, { path, headers }: Head): PlainRequest | null {
  const length = headers.get('content-length') ?? '';
  if (!lengthForm.test(length)) return null;
  const end = begin + Number(length);
  const body = text.slice(begin, end);
  if (text.length < end || !asciiText.test(body)) return null;
  const token = headers.get('access-token') ?? '';
  return { path, token, userAgent: headers.get('user-agent') ?? '', body, length: end };
}
