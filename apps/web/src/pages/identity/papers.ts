import type { calls, CallInput } from '@fft/contract';
import { tabStorage } from '../../api/session/tab-storage.ts';

export type IdType = CallInput<typeof calls.identity.submit>['idType'];
export const idTypes: readonly IdType[] = ['identity', 'passport', 'licence'];

export const detailNames = ['nationality', 'name', 'idType', 'idNumber'] as const;
export const photoNames = ['front', 'back', 'hand'] as const;
export type PhotoName = (typeof photoNames)[number];

/** The form's values: all as text, photos as upload ids. */
export type Papers = Readonly<Record<(typeof detailNames)[number] | PhotoName, string>>;

export function isIdType(value: string): value is IdType {
  return idTypes.some((type) => type === value);
}

const choice = tabStorage<Pick<Papers, 'nationality' | 'idType'>>('identity-choice');

/** Keeps only choices from lists over a reload: a name and a number aren't stored on the device. */
export function rememberChoice({ nationality, idType }: Papers): void {
  choice.keep({ nationality, idType });
}

export function blankPapers(): Papers {
  const { nationality, idType } = choice.read() ?? { nationality: '', idType: 'identity' };
  return { nationality, idType, name: '', idNumber: '', front: '', back: '', hand: '' };
}

/** `2•••••••91`: enough for owners to recognise their own number. */
export function coverNumber(number: string): string {
  const text = number.trim();
  return text.length < 5
    ? '•'.repeat(text.length)
    : `${text.slice(0, 1)}${'•'.repeat(text.length - 3)}${text.slice(-2)}`;
}
