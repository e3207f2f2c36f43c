import type { IconName } from '@fft/kit';

export type SettingsName =
  | 'profile'
  | 'safety'
  | 'identity'
  | 'limits'
  | 'notifications'
  | 'addresses'
  | 'banks'
  | 'invite'
  | 'inbox'
  | 'about';

/** An entry of the side list. */
export interface SettingsEntry {
  readonly name: SettingsName;
  readonly icon: IconName;
  readonly path: string;
  /** Further pages that it leads to. */
  readonly under?: readonly string[];
  /** Guests have it too. */
  readonly isPublic?: boolean;
}

/** The groups of the side list, as the account's page has them. */
export const settingsGroups: readonly (readonly SettingsEntry[])[] = [
  [
    { name: 'profile', icon: 'user', path: '/pages/user/index', isPublic: true },
    {
      name: 'safety',
      icon: 'shield-check',
      path: '/pages/user/safety',
      under: ['/pages/user/setpass', '/pages/user/setJpass', '/pages/user/bindEmali', '/pages/user/bindPhone'],
    },
    { name: 'identity', icon: 'identity', path: '/pages/user/idauth' },
    { name: 'limits', icon: 'gauge', path: '/pages/user/limits' },
    { name: 'notifications', icon: 'settings', path: '/pages/user/notifications' },
  ],
  [
    { name: 'addresses', icon: 'wallet', path: '/pages/wallet/address', under: ['/pages/wallet/add'] },
    { name: 'banks', icon: 'scale', path: '/pages/wallet/bank', under: ['/pages/wallet/addbank'] },
    { name: 'invite', icon: 'gift', path: '/pages/user/invite' },
  ],
  [
    { name: 'inbox', icon: 'bell', path: '/pages/content/index', under: ['/pages/content/detail'], isPublic: true },
    { name: 'about', icon: 'info', path: '/pages/content/about', isPublic: true },
  ],
];

/** True if the page at this path belongs to the entry. */
export const isOfEntry = ({ path, under = [] }: SettingsEntry, pathname: string): boolean =>
  path === pathname || under.includes(pathname);
