import { apiKeyHeader } from '@fft/contract';

/** Signs requests with an API key, by the platform's WebCrypto (browsers, Node). */
export interface SigningKey {
  readonly apiKey: string;
  /** Names the key in each signed request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Adds the time to a query or form, and its signature at the end. @param query signed before a form */
  signedText(text: string, query?: string): Promise<string>;
  /** Builds the request that authenticates a socket: the fields are signed sorted by name. */
  signedLogIn(): Promise<Readonly<Record<string, unknown>>>;
}

interface SigningOptions {
  /** Age that a request may have when it arrives; the server's standard (5 s) if absent. */
  readonly recvWindowMs?: number;
  /** The clock that `timestamp` is read from, in milliseconds since the epoch; the machine's by default. */
  readonly now?: () => number;
}

/** Returns a signature as the server expects it: hexadecimal for HMAC, base64 for Ed25519. */
type Sign = (payload: string) => Promise<string>;

/** A key whose secret the exchange made. */
export function hmacKey(apiKey: string, secret: string, options: SigningOptions = {}): SigningKey {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  const sign: Sign = async (payload) => hexOf(await crypto.subtle.sign('HMAC', await key, bytesOf(payload)));
  return signingKey(apiKey, sign, options);
}

/** A key whose private half never leaves its owner. @param privateKey PKCS #8 in PEM, as `openssl genpkey -algorithm ed25519` writes it */
export function ed25519Key(apiKey: string, privateKey: string, options: SigningOptions = {}): SigningKey {
  const der = Uint8Array.from(atob(privateKey.replace(/-----[^-]+-----|\s/g, '')), (char) => char.charCodeAt(0));
  const key = crypto.subtle.importKey('pkcs8', der, { name: 'Ed25519' }, false, ['sign']);
  const sign: Sign = async (payload) => base64Of(await crypto.subtle.sign('Ed25519', await key, bytesOf(payload)));
  return signingKey(apiKey, sign, options);
}

function signingKey(apiKey: string, sign: Sign, { recvWindowMs, now = Date.now }: SigningOptions): SigningKey {
  const window = recvWindowMs === undefined ? '' : `&recvWindow=${recvWindowMs}`;
  const time = (): number => Math.round(now());
  return {
    apiKey,
    headers: { [apiKeyHeader]: apiKey },
    signedText: async (text, query = '') => {
      const payload = `${text}${text === '' ? '' : '&'}timestamp=${time()}${window}`;
      return `${payload}&signature=${encodeURIComponent(await sign(query + payload))}`;
    },
    signedLogIn: async () => {
      const timestamp = time();
      const signature = await sign(`apiKey=${apiKey}${window}&timestamp=${timestamp}`);
      return {
        op: 'auth',
        apiKey,
        timestamp,
        ...(recvWindowMs !== undefined && { recvWindow: recvWindowMs }),
        signature,
      };
    },
  };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function base64Of(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
