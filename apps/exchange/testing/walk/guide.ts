import { installedMachine, pasteNames } from './installed.ts';
import { bootMachine, discard, domain, firstTrade, paste, same, trade, type Walk } from './walk.ts';

const https = `curl --fail --silent --show-error --cacert /var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt \\
  --resolve ${domain}:443:127.0.0.1`;

/** The guide on one machine: a first trade, a second gateway, a backup, a restore, an upgrade and the way back. */
export async function walkGuide(walk: Walk): Promise<void> {
  const { releases, say } = walk;
  const machine = await bootMachine(walk, { name: 'one', address: '10.0.0.11', from: await installedMachine(walk) });
  try {
    const shell = machine.shell();
    await pasteNames(shell, walk);
    await paste(shell, 'deployment.md#Database');
    await paste(shell, 'deployment.md#Secrets and settings');
    say('the service');
    await paste(shell, 'deployment.md#The service');
    await paste(shell, 'deployment.md#TLS');
    await shell.run(`for i in $(seq 30); do ${https} https://${domain}/health/ready && break; sleep 1; done`);
    say('the first trade');
    same(await firstTrade(shell, walk), 1, 'trades');
    await shell.run('fft verify-books');

    say('a second gateway; the first is killed');
    await paste(shell, 'deployment.md#A second gateway');
    same(await trade(shell, walk, { app: 'http://127.0.0.1:8090' }), 2, 'trades');
    await shell.run('systemctl kill --signal KILL fft@8080');
    await shell.run(`for i in $(seq 30); do ${https} https://${domain}/health/ready && break; sleep 0.2; done`);
    same(await trade(shell, walk, { app: 'http://127.0.0.1:8090' }), 3, 'trades');

    say('a backup');
    await paste(shell, 'restore.md#Set it up');
    await paste(shell, 'restore.md#PostgreSQL of one machine');
    await paste(shell, 'restore.md#The first backup');
    same(await trade(shell, walk, { app: 'http://127.0.0.1:8090' }), 4, 'trades');
    say('the daily check');
    await paste(shell, 'restore.md#Check it every day');
    say('the database is lost and restored');
    await paste(shell, 'restore.md#Restore one machine');
    await shell.run('until curl --fail --silent http://127.0.0.1:8080/health/ready; do sleep 1; done');
    same(await trade(shell, walk), 5, 'trades');

    say('an upgrade, and back');
    await paste(shell, 'upgrades.md#Releases in folders', { VERSION: releases.next });
    await paste(shell, 'upgrades.md#Roll forward');
    await runs(shell, releases.next);
    same(await trade(shell, walk), 6, 'trades');
    await paste(shell, 'upgrades.md#Roll back', { BEFORE: releases.version });
    await runs(shell, releases.version);
    same(await trade(shell, walk), 7, 'trades');
    await shell.run('fft verify-books');
    shell.close();
  } finally {
    await discard([machine]);
  }
}

/** Checks which version's folder both gateways run from. */
async function runs(shell: { run(block: string): Promise<string> }, version: string): Promise<void> {
  for (const port of [8080, 8090]) {
    const pid = `$(systemctl show --property MainPID --value fft@${port})`;
    same(await shell.run(`readlink /proc/${pid}/cwd`), `/srv/fft-${version}`, `folder of the gateway at ${port}`);
  }
}
