import type { User } from '@fft/contract';
import { AntiPhishingSheet } from './AntiPhishingSheet.tsx';
import { ApiKeysSheet } from './ApiKeysSheet.tsx';
import { DevicesSheet } from './DevicesSheet.tsx';
import { FreezeSheet } from './FreezeSheet.tsx';
import { LoginsSheet } from './LoginsSheet.tsx';
import { PasskeysSheet } from './PasskeysSheet.tsx';
import { TotpSheet } from './TotpSheet.tsx';

export type SheetName = 'totp' | 'passkeys' | 'apiKeys' | 'antiPhishing' | 'devices' | 'logins' | 'freeze';

export interface SafetySheetProps {
  readonly name: SheetName;
  readonly user: User;
  readonly onClose: () => void;
}

/** The sheets of the security center, loaded when first opened. */
export function SecuritySheet({ name, user, onClose }: SafetySheetProps) {
  switch (name) {
    case 'totp':
      return <TotpSheet wasOn={user.has.totp} onClose={onClose} />;
    case 'antiPhishing':
      return <AntiPhishingSheet isSet={user.has.antiPhishing} onClose={onClose} />;
    case 'passkeys':
      return <PasskeysSheet withTotp={user.has.totp} onClose={onClose} />;
    case 'apiKeys':
      return <ApiKeysSheet user={user} onClose={onClose} />;
    case 'devices':
      return <DevicesSheet onClose={onClose} />;
    case 'logins':
      return <LoginsSheet onClose={onClose} />;
    case 'freeze':
      return <FreezeSheet onClose={onClose} />;
  }
}
