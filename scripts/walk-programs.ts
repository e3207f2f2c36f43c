/** Finds or installs what `npm run walk` makes machines with: a bootstrapper of Debian, its containers, and a network between them. */
import { requirePackages } from './require-packages.ts';

requirePackages('The walk', {
  mmdebstrap: '/usr/bin/mmdebstrap',
  'systemd-container': '/usr/bin/systemd-nspawn',
  nftables: '/usr/sbin/nft',
  iproute2: '/usr/sbin/ip',
});
