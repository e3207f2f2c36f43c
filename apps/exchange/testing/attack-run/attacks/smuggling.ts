import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@fft/contract';
import { ambiguousRequests, formRequest } from '../../attacks/ambiguous-requests.ts';
import type { Attack, World } from '../attack.ts';
import { countsOf } from '../world.ts';

const { path } = calls.auth.requestRegistrationCode;

/** A request smuggled behind an ambiguous one would run as the connection's next user. */
export const smuggling: Attack = {
  name: 'ambiguous requests',
  run: async (world) => {
    const hidden = `${world.name('smuggled')}@attack.example`;
    const form = (email: string): string => `email=${encodeURIComponent(email)}`;
    const smuggled = formRequest(path, form(hidden));
    const own = form(`${world.name('own')}@attack.example`);
    const statuses: number[] = [];
    const broke: string[] = [];
    for (const [what, bytes] of ambiguousRequests({ path, own, smuggled })) {
      const answered = await send(world, bytes);
      statuses.push(...answered);
      if (answered.some((status) => status !== 400)) broke.push(`${what} was answered ${answered.join(', ')}`);
    }
    const mails = await world.client().call(calls.demo.mailbox, { to: hidden });
    if (mails.length > 0) broke.push('the smuggled request was executed');
    return { tried: `${statuses.length} ambiguous requests`, refused: countsOf(statuses), broke };
  },
};

/** Sends bytes, and reads the statuses of all answers until the server closes the connection. */
async function send({ url, address }: World, bytes: string): Promise<readonly number[]> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), localAddress: address() });
  socket.setTimeout(5_000, () => socket.destroy());
  socket.write(bytes, 'latin1');
  const answers = await text(socket).catch(() => '');
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
