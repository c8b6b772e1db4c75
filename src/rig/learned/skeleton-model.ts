/** @file The skeleton model: a card and three networks (encoder, joint, refiner), trained in lab/rig. */

import { type ModelCard, readModelFiles } from '../../nets/model-files.js';
import type { Network } from '../../nets/network.js';
import { type OpenNetworkOptions, openNetwork } from '../../nets/open-network.js';
import { ROLES } from './role-tokens.js';

const NETWORKS = ['encoder', 'joint', 'refiner'] as const;
type NetworkName = (typeof NETWORKS)[number];

/** Questions about the whole, in the order of the network's answers, and how many answers each has; the last means that many or more. */
export const PLAN_QUESTIONS = Object.freeze({
  whole: 5,
  legs: 11,
  arms: 5,
  wings: 5,
  fins: 3,
  tentacles: 3,
  tails: 2,
  heads: 3,
});

export type PlanQuestion = keyof typeof PLAN_QUESTIONS;

/** What is needed of a card; it holds more for people to read. */
export interface SkeletonModelCard extends ModelCard<NetworkName> {
  readonly width: number;
  readonly heads: number;
  readonly decoder_layers: number;
  readonly points: number;
  readonly latents: number;
  readonly mostJoints: number;
  readonly roles: readonly string[];
  readonly plan: Readonly<Record<string, number>>;
}

/** A model as bytes. */
export type SkeletonModelFiles = Readonly<Record<NetworkName, Uint8Array>> & {
  readonly card: SkeletonModelCard;
};

/** A model ready to run; every mesh can share it. */
export interface SkeletonModel {
  readonly card: SkeletonModelCard;
  /** Points → keys of the context, and answers: plan, up, facing, part of the body at each seed point. */
  readonly encoder: Network;
  /** One joint of the sequence. */
  readonly joint: Network;
  /** Joints roughly placed → joints where a rigger would put them. */
  readonly refiner: Network;
  close(): Promise<void>;
}

/** Reads a model; `read` gets paths relative to the model's folder. */
export const loadSkeletonModel = (read: (path: string) => Promise<Uint8Array>): Promise<SkeletonModelFiles> =>
  readModelFiles<NetworkName, SkeletonModelCard>(read, NETWORKS, isKnown);

/** Opens the networks of a model. */
export async function openSkeletonModel(
  files: SkeletonModelFiles,
  options: OpenNetworkOptions = {},
): Promise<SkeletonModel> {
  const encoder = await openNetwork(files.encoder, options);
  // What is to be said of the runtime is said once.
  const quiet = { ...options, onFinding: undefined };
  const joint = await openNetwork(files.joint, quiet);
  const refiner = await openNetwork(files.refiner, quiet);
  return {
    card: files.card,
    encoder,
    joint,
    refiner,
    close: async () => {
      await encoder.close();
      await joint.close();
      await refiner.close();
    },
  };
}

function isKnown({ roles, plan }: SkeletonModelCard): boolean {
  const questions = Object.entries(PLAN_QUESTIONS);
  return (
    roles?.join() === ROLES.join() &&
    Object.keys(plan ?? {}).length === questions.length &&
    questions.every(([name, size]) => plan[name] === size)
  );
}
