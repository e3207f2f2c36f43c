import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Returns a `fetch` that connects from an address of 127.0.0.0/8. It supports the requests of our client: plain headers, a form or no body. */
export function fetchFrom(address: string): typeof fetch {
  const agent = new Agent({ keepAlive: true, localAddress: address });
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const url = input instanceof Request ? input.url : input;
      const body = init.body instanceof URLSearchParams ? init.body.toString() : '';
      const headers = {
        ...(init.headers as Record<string, string>),
        ...(body !== '' && {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(Buffer.byteLength(body)),
        }),
      };
      const { method = 'GET', signal } = init;
      const asking = request(url, { agent, method, headers, ...(signal && { signal }) }, (answer) => {
        const { statusCode: status = 0, headersDistinct } = answer;
        const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        buffer(answer).then((bytes) => resolve(new Response(bytes, { status, headers: pairs })), reject);
      });
      asking.on('error', reject).end(body);
    });
}
