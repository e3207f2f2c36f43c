import type { Client } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import type { World } from './attack.ts';

/** Sessions kept for later attacks: a code works once, and the next one comes after 30 seconds. */
const tokens = new Map<string, string>();

/** Logs in one of the demo's operators with the credentials that the demo shows. */
export async function demoOperator(world: World, name: string): Promise<Client> {
  const { consoleUrl: baseUrl } = world;
  const key = `${baseUrl} ${name}`;
  const token = tokens.get(key) ?? (await logIn(world, name));
  tokens.set(key, token);
  return world.client({ baseUrl, token });
}

/** A second operator agrees to everything that waits. */
export async function agreeAs(world: World, name: string): Promise<void> {
  const second = await demoOperator(world, name);
  const { items } = await second.call(consoleCalls.operators.approvals, { open: true });
  for (const { id, mine } of items) if (!mine) await second.call(consoleCalls.operators.decide, { id, agree: true });
}

async function logIn(world: World, name: string): Promise<string> {
  const login = { name, ...(await shownAccess(world)) };
  const anonymous = world.client({ baseUrl: world.consoleUrl });
  const entered = await anonymous.call(consoleCalls.session.login, login);
  return entered.token;
}

/** Reads the password and the code of the demo's operators. */
async function shownAccess({ consoleUrl }: World): Promise<{ password: string; code: string }> {
  const page = await (await fetch(`${consoleUrl}/demo/operators`)).text();
  const [password = '', code = ''] = ['password', 'code'].map((id) => new RegExp(`id="${id}">(\\w+)<`).exec(page)?.[1]);
  return { password, code };
}
