#!/usr/bin/env node
/** The standalone verifier: reads published totals and proofs from files, and prints whether each proof, and each signature of a wallet, holds. Needs no network and no exchange. */
import { readFileSync } from 'node:fs';
import { verifyProof, type Doubt } from './verify.ts';
import { verifyReserves } from './verify-reserves.ts';
import type { Proof, Publication } from './proof.ts';

const usage = `Usage: verify-liabilities PUBLICATION.json PROOF.json [PROOF.json ...]

PUBLICATION.json  the totals that the exchange published for a day; take it from a place that the exchange can't change afterwards
PROOF.json        your proof, or a list of them, from the exchange's page "Proof of liabilities"`;

const doubts: Record<Doubt, string> = {
  malformed: 'the file has not the form of a proof and a publication',
  'other-day': 'proof and publication are of different days',
  'asset-not-published': 'no total was published for this asset',
  'total-differs': 'the published total is not the one that your proof leads to',
  'hash-differs': 'your amount is not bound to the published total',
};

process.exitCode = run(process.argv.slice(2));

function run([publicationFile, ...proofFiles]: string[]): number {
  if (publicationFile === undefined || proofFiles.length === 0) {
    console.error(usage);
    return 2;
  }
  try {
    const publication = readJson(publicationFile) as Publication;
    const proofs = proofFiles.flatMap((file) => readJson(file) as Proof | Proof[]);
    const results = [...proofs.map((proof) => printVerdict(proof, publication)), ...printSignatures(publication)];
    return proofs.length > 0 && results.every(Boolean) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

function printVerdict(proof: Proof, publication: Publication): boolean {
  const verdict = verifyProof(proof, publication);
  const what = `${proof?.asset} on ${proof?.day}`;
  if (verdict.holds) {
    console.log(`✓ ${what}: your ${verdict.amount} are part of the published ${verdict.total} (smallest units).`);
  } else {
    console.log(`✗ ${what}: ${doubts[verdict.doubt]}.`);
  }
  return verdict.holds;
}

/** Says of each wallet if its own key signed these totals. */
function printSignatures(publication: Publication): boolean[] {
  return verifyReserves(publication).map(({ chain, address, holds }) => {
    const what = `${address} on ${chain}`;
    if (holds)
      console.log(`✓ ${what}: its key signed these totals of ${publication.day}. Look up on the chain what it holds.`);
    else console.log(`✗ ${what}: the signature is not by its key, or not for these totals.`);
    return holds;
  });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not valid JSON.`, { cause: error });
  }
}
