import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

/** Retries after answers 5xx and 429, with growing pauses. */
const retries = 3;
const firstPauseMs = 50;

export interface SignedRequest {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  /** Given up after this. */
  readonly withinMs: number;
  readonly body?: Blob | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An S3-compatible storage, given as `https://key:secret@host/bucket?region=eu-west-1`. Returns a function that sends a signed request about an object of the bucket. */
export function openSignedStorage(url: URL): (name: string, request: SignedRequest) => Promise<Response> {
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    service: 's3',
  });
  const folder = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return async (name, { withinMs, ...request }) => {
    const signal = AbortSignal.timeout(withinMs);
    for (let attempt = 0; ; attempt += 1) {
      // The signal goes to `fetch` itself: `client.fetch` puts it into a Request of its own, with which it is collected as garbage before it fires.
      const answer = await fetch(await client.sign(`${folder}/${name}`, request), { signal });
      if (attempt === retries || (answer.status < 500 && answer.status !== 429)) return answer;
      await answer.body?.cancel();
      await delay(Math.random() * firstPauseMs * 2 ** attempt);
    }
  };
}
