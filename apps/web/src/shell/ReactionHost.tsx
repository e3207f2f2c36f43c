import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { reactions } from '../api/index.ts';
import { Modal } from '../kit/index.ts';
import { loginPath } from '../session/index.ts';
import { apiTexts } from '../texts/api.ts';
import { useTexts } from '../texts/index.ts';
import { useBack } from './use-back.ts';

/** Does what answers ask of the whole app: the specification's modals, and the way to the log-in page. */
export function ReactionHost() {
  const t = useTexts(apiTexts);
  const reaction = useSyncExternalStore(reactions.onChange, reactions.current);
  const navigate = useNavigate();
  const location = useLocation();
  const goBack = useBack('/');

  useEffect(() => {
    if (reaction !== 'sessionInvalid') return;
    reactions.done();
    if (!location.pathname.startsWith('/pages/login/')) {
      void navigate(loginPath(location.pathname + location.search), { replace: true });
    }
  }, [reaction, navigate, location]);

  function leave(): void {
    reactions.done();
    goBack();
  }

  function goTo(path: string): void {
    reactions.done();
    void navigate(path);
  }

  return (
    <>
      <Modal
        open={reaction === 'accountLocked'}
        title={t.hint}
        icon="lock"
        tone="danger"
        message={t.accountLocked}
        confirm={{ label: t.ok, onPress: leave }}
      >
        {t.accountLockedText}
      </Modal>
      <Modal
        open={reaction === 'identityNotVerified'}
        title={t.identityTitle}
        icon="identity"
        confirm={{ label: t.identityGo, onPress: () => goTo('/pages/user/idauth') }}
        cancel={{ label: t.cancel, onPress: leave }}
      >
        {t.identityText}
      </Modal>
      <Modal
        open={reaction === 'emailNotBound'}
        title={t.emailTitle}
        icon="mail"
        confirm={{ label: t.emailGo, onPress: () => goTo('/pages/user/bindEmali') }}
        cancel={{ label: t.cancel, onPress: leave }}
      >
        {t.emailText}
      </Modal>
    </>
  );
}
