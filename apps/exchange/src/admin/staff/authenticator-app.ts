import { createHmac, hkdfSync } from 'node:crypto';
import { generateURI, verifySync } from 'otplib';

/** Codes of the previous and the next step are accepted too, as clocks differ. */
const toleranceSeconds = 30;
/** The base32 alphabet of authenticator apps (RFC 4648). */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** One character per byte: 160 bits for 32 characters. */
export function appSecretOf(bytes: Buffer): string {
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/** The time step of a right code (TOTP, RFC 6238); null if it is wrong. */
export function stepOfCode(secret: string, code: string, time: number): number | null {
  const epoch = Math.floor(time / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** The URI that an authenticator app scans. */
export function uriOfApp(name: string, { secret, brand }: { readonly secret: string; readonly brand: string }): string {
  return generateURI({ issuer: `${brand} Operators`, label: name, secret });
}

/**
 * Derives app secrets from a link's token and a seed. The server stores none until a right code is shown, and derives the same one again then.
 * Each opening of the link gets a new seed, and so a new secret.
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
