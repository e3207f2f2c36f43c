import { calls, type Lang, type User } from '@fft/contract';
import { setLang } from '@fft/kit';
import { callApi } from '../../api/index.ts';
import { session } from '../../api/session/session.ts';

/** True once the customer has chosen a language since the app was opened. */
let isChosen = false;

/** Stores settings with the account, for mails and other devices. They apply here even if that fails. */
export function keepWithAccount(settings: { readonly upColor?: 'green' | 'red' }): void {
  // The language goes along with every call, so an empty change keeps it.
  if (session.token() !== null) void callApi(calls.user.setProfile, settings, { quiet: true }).catch(() => undefined);
}

/** Shows the language that the customer chose, and stores it with the account. */
export function chooseLang(lang: Lang): void {
  isChosen = true;
  setLang(lang);
  keepWithAccount({});
}

/** Opens the session of a log-in in the account's language. A language that was chosen on the way becomes the account's. */
export function enterSession({ token, user }: { readonly token: string; readonly user: Pick<User, 'lang'> }): void {
  if (!isChosen) setLang(user.lang);
  session.open(token);
  if (isChosen) keepWithAccount({});
}
