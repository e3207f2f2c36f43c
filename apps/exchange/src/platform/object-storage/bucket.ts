import { AwsClient } from 'aws4fetch';
import { assertFileName, type Files } from './files.ts';

/** A request that hangs shouldn't hold a customer for long. */
const requestMs = 10_000;
/** Tried again after answers 5xx and 429, with growing pauses. */
const retries = 3;

export class BucketError extends Error {
  override readonly name = 'BucketError';
}

/**
 * A bucket of a storage that speaks S3, told by `https://key:secret@host/bucket?region=eu-west-1`. Only the key's owner may be let in: nothing here makes a file
 * public. It asks for nothing but whole files by name, so every such storage will do.
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
    throw new BucketError(`the storage of uploads answered ${method} with ${answer.status} (${code})`);
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
