import type { Client } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import type { World } from './attack.ts';

/** Sessions that later attacks go on with: a code is good once, and the next one comes after 30 seconds. */
const tokens = new Map<string, string>();

/** One of the demo's operators, logged in with what the demo shows of them. */
export async function demoOperator(world: World, name: string): Promise<Client> {
  const { consoleUrl: baseUrl } = world;
  const key = `${baseUrl} ${name}`;
  const token = tokens.get(key) ?? (await logIn(world, name));
  tokens.set(key, token);
  return world.client({ baseUrl, token });
}

async function logIn(world: World, name: string): Promise<string> {
  const login = { name, ...(await shownAccess(world)) };
  const nobody = world.client({ baseUrl: world.consoleUrl });
  const entered = await nobody.call(consoleCalls.session.login, login);
  return entered.token;
}

/** Password and code of the demo's operators. */
async function shownAccess({ consoleUrl }: World): Promise<{ password: string; code: string }> {
  const page = await (await fetch(`${consoleUrl}/demo/operators`)).text();
  const [password = '', code = ''] = ['password', 'code'].map((id) => new RegExp(`id="${id}">(\\w+)<`).exec(page)?.[1]);
  return { password, code };
}
