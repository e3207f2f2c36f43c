import { useStore } from '@fft/kit';
import { dismissReaction, lockData, type Reaction } from '../api/index.ts';
import { type AccountLock, lockOf } from './account-lock.ts';
import { Modal } from '../ui/kit/index.ts';
import { navigate } from '../lib/routing/index.ts';
import { reactionTexts } from './reactions-texts.ts';
import { useTexts } from '../i18n/index.ts';
import { useBack } from '../features/shell/use-back.ts';

function goTo(path: string): void {
  dismissReaction();
  navigate(path);
}

/** Why the account is locked, and until when. */
function lockText(t: (typeof reactionTexts)['zh'], lock: AccountLock): string {
  if (lock === null) return t.accountLockedText;
  return lock.by === 'attempts' ? t.lockedByAttempts(lock.minutes, lock.until) : t.lockedBy[lock.by](lock.at);
}

/** The modals for a locked account (401), an e-mail that isn't bound (402), an identity that isn't verified (403), and no transaction password (1104). */
export function ReactionModals({ reaction }: { readonly reaction: Exclude<Reaction, 'sessionInvalid'> }) {
  const t = useTexts(reactionTexts);
  const lock = lockOf(useStore(lockData));
  const goBack = useBack('/');

  function leave(): void {
    dismissReaction();
    goBack();
  }

  if (reaction === 'accountLocked') {
    const confirm = { label: t.ok, onPress: leave };
    return (
      <Modal open title={t.hint} icon="lock" tone="danger" message={t.accountLocked} confirm={confirm}>
        {lockText(t, lock)}
      </Modal>
    );
  }
  if (reaction === 'payPasswordNotSet') {
    // Cancelling stays on the page, so that its input isn't lost.
    return (
      <Modal
        open
        title={t.payTitle}
        icon="lock"
        confirm={{ label: t.payGo, onPress: () => goTo('/pages/user/setJpass') }}
        cancel={{ label: t.cancel, onPress: dismissReaction }}
      >
        {t.payText}
      </Modal>
    );
  }
  const cancel = { label: t.cancel, onPress: leave };
  if (reaction === 'identityNotVerified') {
    const confirm = { label: t.identityGo, onPress: () => goTo('/pages/user/idauth') };
    return (
      <Modal open title={t.identityTitle} icon="identity" confirm={confirm} cancel={cancel}>
        {t.identityText}
      </Modal>
    );
  }
  const confirm = { label: t.emailGo, onPress: () => goTo('/pages/user/bindEmali') };
  return (
    <Modal open title={t.emailTitle} icon="mail" confirm={confirm} cancel={cancel}>
      {t.emailText}
    </Modal>
  );
}
