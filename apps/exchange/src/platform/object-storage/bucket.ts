import { assertFileName, type Files } from './files.ts';
import { openSignedStorage, type SignedRequest } from './signed-storage.ts';

/** Short, as a customer is waiting. */
const requestMs = 10_000;

export class BucketError extends Error {
  override readonly name = 'BucketError';
}

/**
 * A bucket of an S3-compatible storage, given as `https://key:secret@host/bucket?region=eu-west-1`. The bucket must be private: nothing here makes a file
 * public. Only whole objects are read, written and removed by name, which every such storage supports.
 */
export function createBucket(address: string, withinMs = requestMs): Files {
  const send = openSignedStorage(new URL(address));

  async function ask(method: SignedRequest['method'], name: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
    assertFileName(name);
    const content = body && { body, headers: { 'content-type': 'application/octet-stream' } };
    const answer = await send(name, { method, withinMs, ...content });
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
