import { calls } from '@fft/contract';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../features/account/index.ts';
import { callApi } from '../../api/index.ts';
import { openPhoto, PhotoError } from '../../lib/files/index.ts';
import { Button, Sheet, toast, useLeaving } from '../../ui/kit/index.ts';
import { refreshUser } from '../../features/session/index.ts';
import { accountTexts } from '../../features/account/account-texts.ts';
import { avatarTexts } from './avatar-texts.ts';
import { formTexts } from '../../i18n/forms.ts';
import { useTexts } from '../../i18n/index.ts';
import { AvatarCrop, type AvatarCropHandle } from './AvatarCrop.tsx';
import styles from './AvatarSheet.module.css';

/** Chooses the customer's picture, crops it and uploads it; or removes it. */
export function AvatarSheet({ has, onClose }: { readonly has: boolean; readonly onClose: () => void }) {
  const t = useTexts(avatarTexts);
  const account = useTexts(accountTexts);
  const errors = useTexts(formTexts);
  const { open, leave } = useLeaving(onClose);
  const input = useRef<HTMLInputElement>(null);
  const crop = useRef<AvatarCropHandle>(null);
  const [chosen, setChosen] = useState<ImageBitmap | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => () => chosen?.close(), [chosen]);

  async function pick(file: File): Promise<void> {
    try {
      setChosen(await openPhoto(file));
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      toast(errors.image);
    }
  }

  async function save(photo: Blob | null): Promise<void> {
    setBusy(true);
    try {
      const avatar = photo === null ? '' : (await callApi(calls.upload.image, { file: photo })).id;
      refreshUser(await callApi(calls.user.setProfile, { avatar }));
      toast(account.saved);
      leave();
    } catch {
      // The customer has been notified.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.title}
      footer={
        chosen === null ? (
          <>
            {has && (
              <Button variant="secondary" busy={busy} onClick={() => void save(null)}>
                {t.remove}
              </Button>
            )}
            <Button icon="image" onClick={() => input.current?.click()}>
              {t.choose}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={() => input.current?.click()}>
              {t.chooseOther}
            </Button>
            <Button busy={busy} onClick={() => void crop.current?.photo().then(save)}>
              {account.save}
            </Button>
          </>
        )
      }
    >
      <div className={styles.preview}>
        {chosen === null ? <Avatar size={120} /> : <AvatarCrop bitmap={chosen} ref={crop} />}
      </div>
      <p className={styles.hint}>{chosen === null ? t.hint : t.move}</p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        hidden
        aria-label={t.choose}
        data-testid="avatar-file"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void pick(file);
          target.value = '';
        }}
      />
    </Sheet>
  );
}
