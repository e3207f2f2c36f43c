import { createHmac, hkdfSync } from 'node:crypto';
import { generateURI, verifySync } from 'otplib';

/** Codes of the step before and after count too: clocks differ. */
const toleranceSeconds = 30;
/** As authenticator apps take them (RFC 4648, base32). */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A letter or digit for each byte: 160 bits of 32 of them. */
export function appSecretOf(bytes: Buffer): string {
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/** The time step of a right code (TOTP, RFC 6238); null where it is wrong. */
export function stepOfCode(secret: string, code: string, time: number): number | null {
  const epoch = Math.floor(time / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** What an authenticator app scans. */
export function uriOfApp(name: string, secret: string): string {
  return generateURI({ issuer: 'FFT Operators', label: name, secret });
}

/**
 * Secrets for the apps of those who enrol, made of a link's token and a seed. The server keeps none until a code is shown, and makes the same one again then.
 * Whoever opened the link before has another seed, and so another secret.
 */
export function createAppSecrets(pepper: string): (token: string, seed: string) => string {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', 'operator apps', 32));
  return (token, seed) =>
    appSecretOf(
      createHmac('sha256', key)
        .update(JSON.stringify([token, seed]))
        .digest(),
    );
}
