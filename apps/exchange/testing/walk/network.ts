import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The bridge that joins the machines, and this one's address there. The samples' addresses are in its network. */
export const bridge = 'fftwalk';
export const hostAddress = '10.0.0.254';

const table = 'fftwalk';
const forwarding = 'net.ipv4.ip_forward';

/** Runs a program of this machine. @throws with what it printed */
export function runHere(program: string, words: readonly string[], input?: string): string {
  try {
    const stdio = ['pipe', 'pipe', 'pipe'] as const;
    return execFileSync(program, words, { encoding: 'utf8', stdio: [...stdio], ...(input !== undefined && { input }) });
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    throw new Error(`${program} ${words.join(' ')}: ${stderr.trim()}`, { cause });
  }
}

/** Joins the machines in a network that leads to the outside, for packages. Returns what takes it away. */
export function openNetwork(): () => void {
  if (existsSync(`/sys/class/net/${bridge}`))
    throw new Error(`another walk is under way, or was killed: ip link delete ${bridge}`);
  const forwarded = runHere('sysctl', ['-n', forwarding]).trim();
  runHere('ip', ['link', 'add', bridge, 'type', 'bridge']);
  runHere('ip', ['addr', 'add', `${hostAddress}/24`, 'dev', bridge]);
  runHere('ip', ['link', 'set', bridge, 'up']);
  runHere('sysctl', ['-q', '-w', `${forwarding}=1`]);
  const rules = `
    table ip ${table} {
      chain out { type nat hook postrouting priority 100; ip saddr 10.0.0.0/24 oifname != "${bridge}" masquerade; }
    }`;
  runHere('nft', ['-f', '-'], rules);
  return () => {
    runHere('nft', ['delete', 'table', 'ip', table]);
    runHere('ip', ['link', 'delete', bridge]);
    runHere('sysctl', ['-q', '-w', `${forwarding}=${forwarded}`]);
  };
}

/** The environment of a machine's shells: an ordinary one, with this machine's registry of packages. */
export function machineEnvironment(): string[] {
  registry ??= runHere('npm', ['config', 'get', 'registry']).trim();
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  return [
    'HOME=/root',
    'USER=root',
    'TERM=dumb',
    'LANG=C.UTF-8',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    `NPM_CONFIG_REGISTRY=${registry}`,
    `NPM_CONFIG_CAFILE=${certificates}`,
  ];
}

let registry: string | undefined;
