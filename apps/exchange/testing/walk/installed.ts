import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyMachine } from './image.ts';
import type { Shell } from './shell.ts';
import { bootMachine, domain, paste, repository, type Walk } from './walk.ts';

/** Where a machine has a mail server: a production exchange sends nothing to another machine without TLS. */
const mailPort = 2525;

/** Sets the guide's names in a new shell, in a machine with a relay to the walk's mails. */
export async function pasteNames(shell: Shell, { releases, mails }: Walk): Promise<void> {
  const relay = `/lib/systemd/systemd-socket-proxyd ${new URL(mails.smtpUrl).host}`;
  await shell.run(
    `systemctl is-active mail || systemd-run --unit mail systemd-socket-activate --listen 127.0.0.1:${mailPort} ${relay}`,
  );
  await paste(shell, 'deployment.md#Your names', {
    DOMAIN: domain,
    TLS: 'tls internal',
    REPOSITORY: repository,
    VERSION: releases.version,
    MAIL_SERVER: `smtp://127.0.0.1:${mailPort}`,
  });
}

let made: Promise<string> | undefined;

/** The files of a machine after the guide's parts on packages and FFT itself, made once a walk. */
export function installedMachine(walk: Walk): Promise<string> {
  made ??= install(walk);
  return made;
}

async function install(walk: Walk): Promise<string> {
  const image = join(walk.folder, 'installed');
  if (walk.isInstalled && existsSync(image)) return image;
  const machine = await bootMachine(walk, { name: 'first', address: '10.0.0.11' });
  try {
    const shell = machine.shell();
    await pasteNames(shell, walk);
    walk.say('packages');
    await paste(shell, 'deployment.md#Packages');
    walk.say('FFT, and its packages');
    await paste(shell, 'deployment.md#FFT');
    shell.close();
  } finally {
    await machine.stop();
  }
  return copyMachine(machine.root, image);
}
