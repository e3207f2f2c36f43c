import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { bearsSignature } from './aws-signature.ts';
import { type Input, type KmsKeyState, KmsStore } from './kms-store.ts';

/** A wrong response, or none: the request hangs, or its connection ends. */
export type KmsFailure = { readonly status: number; readonly body: object | string } | 'hang' | 'hangUp';

/**
 * A stand-in for AWS KMS. It implements the operations that a signer needs over the HTTP API (JSON 1.1), verifies every request's signature,
 * and really signs, with a high `s` every other time. Failures can be injected.
 */
export interface TestKms {
  /** Including the accepted access key. */
  readonly url: string;
  /** Names of the requested API operations, refused ones included. */
  readonly asked: string[];
  /** Creates a secp256k1 key. Returns its ARN. */
  createKey(): string;
  /** Creates a key for encryption. Returns its ARN. */
  createSealingKey(): string;
  setState(arn: string, state: KmsKeyState): void;
  /** Injects failures into the next requests, one each. */
  fail(...failures: readonly KmsFailure[]): void;
  close(): Promise<void>;
}

const credentials = { id: 'AKIDEXAMPLE', secret: 'wJalr/XUtnFEMI+K7MDENG', service: 'kms' };

export async function openTestKms(): Promise<TestKms> {
  const store = new KmsStore();
  const asked: string[] = [];
  const failures: KmsFailure[] = [];

  async function answerTo(incoming: IncomingMessage): Promise<KmsFailure> {
    const { method = '', url: path = '', headers } = incoming;
    const body = await text(incoming);
    const [, act = ''] = /^TrentService\.(\w+)$/.exec(String(headers['x-amz-target'])) ?? [];
    asked.push(act);
    const failure = failures.shift();
    if (failure) return failure;
    if (!bearsSignature({ method, path, headers, body }, credentials)) {
      const message = 'The request signature we calculated does not match the signature you provided.';
      return { status: 400, body: { __type: 'InvalidSignatureException', message } };
    }
    const [status, answered] = store.answer(act, JSON.parse(body) as Input);
    return { status, body: answered };
  }

  const server = createServer((incoming, outgoing) => {
    void answerTo(incoming).then((answer) => {
      if (answer === 'hang') return;
      if (answer === 'hangUp') return void outgoing.destroy();
      const { status, body } = answer;
      outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { id, secret } = credentials;
  return {
    url: `http://${id}:${encodeURIComponent(secret)}@127.0.0.1:${port}?region=eu-west-1`,
    asked,
    createKey: () => store.create(true),
    createSealingKey: () => store.create(false),
    setState: (arn, state) => store.setState(arn, state),
    fail: (...more) => void failures.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
