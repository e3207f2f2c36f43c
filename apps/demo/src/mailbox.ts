import { readFileSync } from 'node:fs';
import { calls } from '@fft/contract';
import { route, type Api } from '../../exchange/src/transport/http/route.ts';
import type { AnyMailbox } from '../../exchange/src/platform/mail/mailbox.ts';
import { ownFile } from '../../exchange/src/platform/own-files.ts';

const files = [
  { path: '/demo/mailbox', name: 'mailbox.html', type: 'text/html; charset=utf-8' },
  { path: '/demo/mailbox.css', name: 'mailbox.css', type: 'text/css; charset=utf-8' },
  { path: '/demo/mailbox.js', name: 'mailbox.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** Shows the demo's mails to anyone, as JSON and as a page. Demo only. */
export function bindMailbox(api: Api, mailbox: AnyMailbox): void {
  route(api, calls.demo.mailbox, ({ to }) => mailbox.mails(to));
  for (const { path, name, type } of files) {
    const content = readFileSync(ownFile(`../demo/src/page/${name}`), 'utf8');
    api.server.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
}
