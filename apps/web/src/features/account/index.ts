export { Avatar } from './Avatar.tsx';
export { AccountButton, LazyAccountSheet } from './AccountButton.tsx';
export { SignInPrompt } from './SignInPrompt.tsx';
export { LogOutButton } from './LogOutButton.tsx';
export { Preferences } from './Preferences.tsx';
export { identityTones, ProfileCard } from './ProfileCard.tsx';
