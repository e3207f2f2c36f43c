import { useRef, useState } from 'react';
import { useIsMounted } from '../forms/index.ts';
import { Button, Callout, Sheet, toast, useLeaving } from '../../ui/kit/index.ts';
import { scanTexts } from './scan-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { openReader } from './read-code.ts';
import { type ScannedAddress, scannedAddress } from './scanned-address.ts';
import styles from './ScanSheet.module.css';
import { useCamera } from './use-camera.ts';

export interface ScanSheetProps {
  readonly onAddress: (scanned: ScannedAddress) => void;
  readonly onClose: () => void;
}

/** Reads an address from a QR code, by the camera or from a picture. */
export function ScanSheet({ onAddress, onClose }: ScanSheetProps) {
  const t = useTexts(scanTexts);
  const { open, leave } = useLeaving(onClose);
  const file = useRef<HTMLInputElement>(null);
  const [attempt, setAttempt] = useState(0);
  const isMounted = useIsMounted();
  const retry = (): void => setAttempt((count) => count + 1);

  function take(text: string): void {
    const scanned = scannedAddress(text);
    if (scanned === null) {
      toast(t.noAddress);
      retry();
    } else {
      onAddress(scanned);
      leave();
    }
  }

  async function readPicture(picked: File): Promise<void> {
    const read = await openReader().catch(() => null);
    const bitmap = read === null ? null : await createImageBitmap(picked).catch(() => null);
    const text = bitmap === null ? null : ((await read?.(bitmap)) ?? null);
    bitmap?.close();
    // The customer closed the sheet and continues by typing.
    if (!isMounted()) return;
    if (read === null) toast(t.noReader);
    else if (text === null) toast(t.noCode);
    else take(text);
  }

  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.title}
      footer={
        <Button variant="secondary" icon="image" onClick={() => file.current?.click()}>
          {t.picture}
        </Button>
      }
    >
      <View key={attempt} onText={take} onRetry={retry} />
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={t.picture}
        data-testid="scan-picture"
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          if (picked) void readPicture(picked);
          target.value = '';
        }}
      />
    </Sheet>
  );
}

interface ViewProps {
  readonly onText: (text: string) => void;
  readonly onRetry: () => void;
}

/** The camera's picture, or why there is none. */
function View({ onText, onRetry }: ViewProps) {
  const t = useTexts(scanTexts);
  const { video, state } = useCamera(onText);
  const isShown = state === 'starting' || state === 'live';
  return (
    <>
      {state === 'refused' && (
        <Callout
          tone="warn"
          icon="camera"
          title={t.refused}
          action={
            <Button size="small" variant="secondary" onClick={onRetry}>
              {t.retry}
            </Button>
          }
        >
          {t.refusedText}
        </Callout>
      )}
      {state === 'none' && (
        <Callout tone="info" icon="camera" title={t.none}>
          {t.noneText}
        </Callout>
      )}
      <div className={styles.view} hidden={!isShown}>
        <video ref={video} className={styles.video} aria-label={t.video} muted playsInline />
        <span className={styles.frame} aria-hidden="true" />
      </div>
      {isShown && (
        <p className={styles.hint} role="status">
          {state === 'starting' ? t.starting : t.aim}
        </p>
      )}
    </>
  );
}
