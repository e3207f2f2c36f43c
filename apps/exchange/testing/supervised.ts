import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createClient, type Client } from '@fft/client';

/** The living processes that `parent` started and whose command names `program`. */
export function childrenOf(parent: number, program: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .map(Number)
    .filter((pid) => statusOf(pid).includes(`\nPPid:\t${parent}\n`) && commandOf(pid).includes(program));
}

/** False for a process that has ended, also before its parent has asked how. */
export function isAlive(pid: number): boolean {
  const status = statusOf(pid);
  return status !== '' && !status.includes('State:\tZ');
}

const statusOf = (pid: number): string => read(`/proc/${pid}/status`);
const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`);

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

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
