export { Avatar } from './Avatar.tsx';
export { AccountButton, LazyAccountSheet } from './AccountButton.tsx';
export { ComeIn } from './ComeIn.tsx';
export { LogOutButton } from './LogOutButton.tsx';
export { Preferences } from './Preferences.tsx';
export { identityTones, WhoAmI } from './WhoAmI.tsx';
