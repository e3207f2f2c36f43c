import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createClient, type Client } from '@fft/client';

/** A client whose calls have a connection each: the supervisor gives them to the processes in turn. */
export function clientInTurn(baseUrl: string, token = ''): Client {
  return createClient({ baseUrl, token: () => token, lang: () => 'en', timeoutMs: 5_000, fetch: fetchAlone });
}

/** Like `fetch`, over a connection of its own. */
export const fetchAlone: typeof fetch = async (input, init) => {
  const given = new Request(input, init);
  const body = Buffer.from(await given.arrayBuffer());
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(given.headers);
    const { method, signal } = given;
    const sent = request(given.url, { method, headers, signal, agent: false }, (answer) => {
      const heard = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) heard.set(name, String(value));
      const { statusCode: status = 0 } = answer;
      buffer(answer).then((bytes) => resolve(new Response(Uint8Array.from(bytes), { status, headers: heard })), reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
};
