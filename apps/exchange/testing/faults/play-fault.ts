import { untilAnswered, type Traffic } from '../drill/traffic.ts';
import type { Random } from './random.ts';

/** A fault of what an exchange runs on. Resolves when it is over or needs no more action. */
export interface Fault<Stage, Need = never> {
  readonly name: string;
  /** What a stage must have for it. */
  readonly needs?: Need;
  readonly does: (stage: Stage, means: Means) => Promise<void>;
}

export interface Means {
  readonly random: Random;
  /** Resolves once orders are answered again. */
  readonly answers: () => Promise<void>;
}

export interface Playing<Stage> {
  readonly stage: Stage;
  readonly traffic: Traffic;
  readonly random: Random;
  /** The fewest orders between two faults. */
  readonly calmOrders: number;
  /** The orders after which all trade again. */
  readonly backOrders: number;
  readonly onBegin?: () => void;
}

/** What became of the orders during a fault. */
export interface PlayedFault {
  readonly answered: number;
  readonly refused: number;
  readonly askedAgain: number;
  /** From the fault's end until all traded again. */
  readonly backMs: number;
}

/** Waits for a random moment of calm trading, plays a fault, and waits until orders are answered again. */
export async function playFault<Stage>(
  { does }: Pick<Fault<Stage>, 'does'>,
  { stage, traffic, random, calmOrders, backOrders, onBegin }: Playing<Stage>,
): Promise<PlayedFault> {
  await untilAnswered(traffic, traffic.count + calmOrders + random.below(calmOrders));
  onBegin?.();
  const { count, refused, unknown } = traffic;
  const answers = (): Promise<void> => untilAnswered(traffic, traffic.count + backOrders);
  await does(stage, { random, answers });
  const over = performance.now();
  await answers();
  return {
    answered: traffic.count - count,
    refused: traffic.refused - refused,
    askedAgain: traffic.unknown - unknown,
    backMs: Math.round(performance.now() - over),
  };
}
