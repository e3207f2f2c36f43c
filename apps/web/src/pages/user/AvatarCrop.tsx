import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import {
  dragged,
  drawSquare,
  middleCrop,
  squareOf,
  squarePhoto,
  squarePixels,
  zoomed,
  maxZoom,
} from '../../lib/files/index.ts';
import { IconButton } from '../../ui/kit/index.ts';
import { avatarTexts } from './avatar-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './AvatarCrop.module.css';

export interface AvatarCropHandle {
  /** The part of the picture in the circle's square, ready to send. */
  readonly photo: () => Promise<Blob>;
}

/** Steps of the arrow keys, as shares of the square's side. */
const keys: Readonly<Record<string, { readonly right: number; readonly down: number }>> = {
  ArrowLeft: { right: -0.05, down: 0 },
  ArrowRight: { right: 0.05, down: 0 },
  ArrowUp: { right: 0, down: -0.05 },
  ArrowDown: { right: 0, down: 0.05 },
};
const zoomStep = 0.25;

interface Finger {
  readonly x: number;
  readonly y: number;
}

const distance = ([a, b]: readonly Finger[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** A picture in a circle: dragged with finger, mouse or arrow keys, zoomed with two fingers, wheel, slider or steppers. */
export function AvatarCrop({ bitmap, ref }: { readonly bitmap: ImageBitmap; readonly ref: Ref<AvatarCropHandle> }) {
  const t = useTexts(avatarTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, Finger>());
  const [crop, setCrop] = useState(middleCrop);
  const zoomTo = (zoom: number): void => setCrop((now) => zoomed(bitmap, now, zoom));

  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, bitmap, squareOf(bitmap, crop));
  }, [bitmap, crop]);

  useImperativeHandle(ref, () => ({
    photo: () => (canvas.current ? squarePhoto(canvas.current) : Promise.reject(new Error('nothing is drawn'))),
  }));

  // The wheel zooms instead of scrolling; React's own listener is passive and can't prevent scrolling.
  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      setCrop((now) => zoomed(bitmap, now, now.zoom * Math.exp(-event.deltaY / 400)));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [bitmap]);

  function onPointerDown(event: PointerEvent<HTMLCanvasElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>): void {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const apart = distance([...fingers.current.values()]);
    const now = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, now);
    const side = event.currentTarget.clientWidth * fingers.current.size;
    const by = { right: (now.x - before.x) / side, down: (now.y - before.y) / side };
    const spread = apart === 0 ? 1 : distance([...fingers.current.values()]) / apart;
    setCrop((last) => zoomed(bitmap, dragged(bitmap, last, by), last.zoom * spread));
  }

  const onPointerEnd = ({ pointerId }: PointerEvent): void => void fingers.current.delete(pointerId);

  function onKeyDown(event: KeyboardEvent): void {
    const by = keys[event.key];
    if (!by) return;
    event.preventDefault();
    setCrop((now) => dragged(bitmap, now, by));
  }

  return (
    <div className={styles.crop}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the picture */}
      <canvas
        ref={canvas}
        className={styles.circle}
        width={squarePixels}
        height={squarePixels}
        tabIndex={0}
        aria-label={t.preview}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={onKeyDown}
      />
      <div className={styles.zoom}>
        <IconButton icon="minus" label={t.zoomOut} onClick={() => zoomTo(crop.zoom - zoomStep)} />
        <input
          className={styles.slider}
          type="range"
          min={1}
          max={maxZoom}
          step="any"
          value={crop.zoom}
          aria-label={t.zoom}
          aria-valuetext={`${String(Math.round(crop.zoom * 100))}%`}
          onChange={(event) => zoomTo(Number(event.target.value))}
        />
        <IconButton icon="plus" label={t.zoomIn} onClick={() => zoomTo(crop.zoom + zoomStep)} />
      </div>
    </div>
  );
}
