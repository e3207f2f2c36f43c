import { dismissReaction, type Reaction } from '../api/index.ts';
import { Modal } from '../ui/kit/index.ts';
import { navigate } from '../lib/routing/index.ts';
import { apiTexts } from '../i18n/api.ts';
import { useTexts } from '../i18n/index.ts';
import { useBack } from '../features/shell/use-back.ts';

function goTo(path: string): void {
  dismissReaction();
  navigate(path);
}

/** The modals for a locked account (401), an e-mail that isn't bound (402), an identity that isn't verified (403), and no transaction password (1104). */
export function ReactionModals({ reaction }: { readonly reaction: Exclude<Reaction, 'sessionInvalid'> }) {
  const t = useTexts(apiTexts);
  const goBack = useBack('/');

  function leave(): void {
    dismissReaction();
    goBack();
  }

  if (reaction === 'accountLocked') {
    const confirm = { label: t.ok, onPress: leave };
    return (
      <Modal open title={t.hint} icon="lock" tone="danger" message={t.accountLocked} confirm={confirm}>
        {t.accountLockedText}
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
