export type Sound = 'fill' | 'refused';

interface Tone {
  /** Hertz. */
  readonly pitch: number;
  /** Seconds after the sound's begin. */
  readonly at: number;
}

const tones: Readonly<Record<Sound, readonly Tone[]>> = {
  fill: [
    { pitch: 880, at: 0 },
    { pitch: 1320, at: 0.09 },
  ],
  refused: [
    { pitch: 220, at: 0 },
    { pitch: 165, at: 0.12 },
  ],
};
const toneSeconds = 0.12;
const loudness = 0.12;
/** Fills of one order come in bursts: one sound says it. */
const quietMs = 250;

let context: AudioContext | null = null;
const playedAt = new Map<Sound, number>();

/** Plays a short sound, made here: no file is loaded. Without a way to make sounds, nothing happens. */
export function play(sound: Sound): void {
  const now = performance.now();
  if (now - (playedAt.get(sound) ?? -quietMs) < quietMs) return;
  playedAt.set(sound, now);
  try {
    context ??= new AudioContext();
    // Browsers let a page sound only after the customer has pressed something on it.
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
    for (const tone of tones[sound]) playTone(context, tone);
  } catch {
    // A device without audio.
  }
}

function playTone(audio: AudioContext, { pitch, at }: Tone): void {
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  const begin = audio.currentTime + at;
  oscillator.frequency.value = pitch;
  // Fades out: a cut would crack.
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + toneSeconds);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + toneSeconds);
}
