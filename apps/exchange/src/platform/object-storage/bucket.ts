import { AwsClient } from 'aws4fetch';
import { assertFileName, type Files } from './files.ts';

/** Short, as a customer is waiting. */
const requestMs = 10_000;
/** Retries after answers 5xx and 429, with growing pauses. */
const retries = 3;

export class BucketError extends Error {
  override readonly name = 'BucketError';
}

/**
 * A bucket of an S3-compatible storage, given as `https://key:secret@host/bucket?region=eu-west-1`. The bucket must be private: nothing here makes a file
 * public. Only whole objects are read, written and removed by name, which every such storage supports.
 */
export function createBucket(address: string): Files {
  const url = new URL(address);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries,
  });
  const folder = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;

  async function ask(
    method: 'PUT' | 'GET' | 'DELETE',
    name: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    assertFileName(name);
    const answer = await client.fetch(`${folder}/${name}`, {
      method,
      signal: AbortSignal.timeout(requestMs),
      ...(body && { body, headers: { 'content-type': 'application/octet-stream' } }),
    });
    const isGone = method === 'DELETE' && answer.status === 404;
    if (answer.ok || isGone) return answer;
    const [, code = 'no reason'] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
    throw new BucketError(`the upload storage answered ${method} with ${answer.status} (${code})`);
  }

  return {
    write: async (name, bytes) => {
      await ask('PUT', name, new Uint8Array(bytes));
    },
    read: async (name) => Buffer.from(await (await ask('GET', name)).arrayBuffer()),
    remove: async (name) => {
      await ask('DELETE', name);
    },
  };
}
