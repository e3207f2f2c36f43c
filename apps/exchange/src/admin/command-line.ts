import { createClient } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import type { Call } from '@fft/contract';

type Environment = Readonly<Record<string, string | undefined>>;

/** The arguments name no call. */
class NoSuchCall extends Error {
  override readonly name = 'NoSuchCall';
}

const standardUrl = 'http://localhost:8081';

function clientOf(env: Environment) {
  const token = env['OPERATOR_TOKEN'] ?? '';
  return createClient({ baseUrl: env['CONSOLE_URL'] ?? standardUrl, token: () => token, lang: () => 'en' });
}

/** All calls by name, such as `customers.lock`. */
const byName = new Map<string, Call>(
  Object.entries(consoleCalls).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, call]): [string, Call] => [`${area}.${name}`, call as Call]),
  ),
);

/** Makes a call of the console from `field=value` arguments; without arguments, lists the calls. */
export async function callConsole(env: Environment, [name, ...words]: readonly string[]): Promise<unknown> {
  if (name === undefined) return [...byName].map(([one, { summary }]) => `${one}  ${summary}`).join('\n');
  const call = byName.get(name);
  if (call === undefined) throw new NoSuchCall(`there is no call ${name}; npm run operator -- call lists them`);
  const fields = words.map((word) => {
    const at = word.indexOf('=');
    if (at < 1) throw new NoSuchCall(`${word}: write fields as field=value`);
    return [word.slice(0, at), word.slice(at + 1)] as const;
  });
  return clientOf(env).call(call, Object.fromEntries(fields));
}

/** Logs in and returns the token. */
export async function logInToConsole(env: Environment, name: string, code: string): Promise<string> {
  const answer = await clientOf(env).call(consoleCalls.session.login, {
    name,
    password: env['OPERATOR_PASSWORD'] ?? '',
    ...(code !== '' && { code }),
  });
  return answer.token;
}
