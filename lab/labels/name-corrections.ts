/**
 * @file What the names of single artists' rigs do not say, written by looking at each: what its arms are, and what joints
 * with other names are. Files that are not listed here are not labelled by their names alone.
 */

import type { Role } from '../../src/rig/learned/role-tokens.js';

/** What joints that are named like arms are on this body. */
export type ArmsAre = 'arms' | 'front legs' | 'wings' | 'fins' | 'tentacles';

export interface NameCorrections {
  readonly arms: ArmsAre;
  /** Names → role; `unknown` is not asked, `leg` follows the row of the name or of the parent. */
  readonly joints?: readonly (readonly [RegExp, Role | 'control' | 'unknown'])[];
}

const ARMS: NameCorrections = { arms: 'arms' };
const FOUR_LEGS: NameCorrections = { arms: 'front legs' };

/** By file name. */
export const NAME_CORRECTIONS: Readonly<Record<string, NameCorrections>> = {
  'dog_dmcontrol.glb': {
    arms: 'front legs',
    joints: [
      [/^L_\d$/, 'spine'],
      [/^Ca_\d+$/, 'tail'],
      [/^C_\d$/, 'neck'],
    ],
  },
  'rat_dmcontrol.glb': {
    arms: 'front legs',
    joints: [
      [/^vertebra_C\d+$/, 'tail'],
      [/^vertebra_(axis|atlant)$/, 'neck'],
    ],
  },
  'Defender.glb': ARMS,
  'Goblin.glb': ARMS,
  'Knight.glb': ARMS,
  'Kobold.glb': { arms: 'arms', joints: [[/^TorsoLower$/, 'hips']] },
  'NatureMonster.glb': {
    arms: 'arms',
    joints: [
      [/^Toe\d_[LR]$/, 'finger'],
      [/^Tree/, 'other'],
    ],
  },
  'Rat.glb': { arms: 'front legs', joints: [[/^Backbone\.003$/, 'jaw']] },
  'animated_bunny_detective.glb': { arms: 'arms', joints: [[/^magn/, 'unknown']] },
  'animated_butterfly.glb': { arms: 'arms', joints: [[/nail/, 'unknown']] },
  'animated_carnotaurus.glb': { arms: 'arms', joints: [[/^chest 1\./, 'shoulder']] },
  'animated_cat.glb': FOUR_LEGS,
  'animated_elephant.glb': FOUR_LEGS,
  'forest_elephant.glb': FOUR_LEGS,
  'animated_toon_horse.glb': {
    arms: 'front legs',
    joints: [
      [/^E_spine\.004/, 'hips'],
      [/^E_spine\.008/, 'chest'],
      [/^E_spine\.011/, 'head'],
      [/^E_spine\.0(09|10)/, 'neck'],
      [/^E_spine\.00[5-7]/, 'spine'],
      [/^E_spine/, 'tail'],
    ],
  },
  'toon_cat.glb': { arms: 'front legs', joints: [[/^torso/, 'hips']] },
  'bear.glb': {
    arms: 'front legs',
    joints: [
      [/^spine\.004/, 'hips'],
      [/^spine\.003/, 'tail'],
      [/^spine\.008/, 'chest'],
      [/^spine\.0(09|10)/, 'neck'],
      [/^spine\.011/, 'head'],
    ],
  },
  'cartoon_chicken.glb': {
    arms: 'wings',
    joints: [
      [/^Root/, 'hips'],
      [/^HeadEnd/, 'unknown'],
    ],
  },
  'chick_baby_chicken_bird.glb': { arms: 'wings', joints: [[/^Root/, 'hips']] },
  'download_low_poly_giraffe.glb': FOUR_LEGS,
  'fox_realistic_3d_model_demo_free.glb': FOUR_LEGS,
  'hyena_realistic_3d_model_demo_free.glb': FOUR_LEGS,
  'lioness_demo_free_download.glb': FOUR_LEGS,
  'low_poly_lion.glb': FOUR_LEGS,
  'rabbit.glb': {
    arms: 'front legs',
    joints: [
      [/^spine_41|^spine$/, 'hips'],
      [/^spine\.003/, 'chest'],
      [/^spine\.00[45]/, 'neck'],
      [/^spine\.006/, 'head'],
      [/^pelvis\.C/, 'spine'],
    ],
  },
  'rabbit_realistic_3d_model_demo_free.glb': FOUR_LEGS,
  'red_panda.glb': {
    arms: 'front legs',
    joints: [
      [/^body\.003/, 'hips'],
      [/^knee/, 'unknown'],
    ],
  },
  'patsy_the_turtle.glb': { arms: 'front legs', joints: [[/^Bone/, 'hips']] },
  'hi_fi_spider.glb': {
    arms: 'arms',
    joints: [
      [/^cephalothorax/, 'hips'],
      [/^chelicera/, 'jaw'],
      [/^abdomen/, 'tail'],
    ],
  },
  'low_poly_spider_walk_cycle.glb': {
    arms: 'arms',
    joints: [
      [/^Spider_Ass/, 'tail'],
      [/^Spider_Clavicle/, 'chest'],
      [/Root/, 'unknown'],
    ],
  },
  'high_detailed_flying_bird.glb': {
    arms: 'wings',
    joints: [
      [/^Root/, 'unknown'],
      [/End/, 'unknown'],
    ],
  },
  'hummingbird_flying.glb': {
    arms: 'wings',
    joints: [
      [/^Ass/, 'tail'],
      [/^Body\.001/, 'hips'],
    ],
  },
  'humpback_whale_idle.glb': {
    arms: 'fins',
    joints: [
      [/^Core/, 'hips'],
      [/End/, 'unknown'],
    ],
  },
  'idle_1_male_free_animation_200_frames_loop.glb': ARMS,
  'space_survivor.glb': ARMS,
  'pseudotropheus_demasoni_fish.glb': { arms: 'fins', joints: [[/^Bottom_Feather/, 'fin']] },
  'sailfish.glb': {
    arms: 'fins',
    joints: [
      [/^Sail/, 'fin'],
      [/^TopHead/, 'face'],
    ],
  },
  'stylized_baby_shark.glb': {
    arms: 'fins',
    joints: [
      [/wing/, 'fin'],
      [/^root/, 'hips'],
      [/^mid/, 'chest'],
      [/^joint3/, 'spine'],
      [/^joint4/, 'tail'],
    ],
  },
  'vampire_squid.glb': {
    arms: 'tentacles',
    joints: [
      [/^Arm_Root/, 'unknown'],
      [/Ear|^joint(28|30)_/, 'fin'],
      [/^Arm|^joint/, 'tentacle'],
      [/^Spine1/, 'hips'],
      [/^Head_Top/, 'unknown'],
    ],
  },
  'walking_robot.glb': {
    arms: 'arms',
    joints: [
      [/^Osnova_Centr/, 'hips'],
      [/^Osnova_Top/, 'spine'],
      [/^Objective/, 'head'],
      [/^Bedro/, 'hindUpperLeg'],
      [/^Golen/, 'hindLowerLeg'],
      [/Stopa/, 'hindFoot'],
    ],
  },
  'wolf_animated.glb': {
    arms: 'front legs',
    joints: [
      [/^Schalterplatte/, 'frontUpperLeg'],
      [/^Vorderpfote/, 'frontFoot'],
      [/^Maulunten/, 'jaw'],
      [/^(Mauloben|Mund|[Aa]ug|Braun)/, 'face'],
      [/^Hals_fett/, 'unknown'],
    ],
  },
  'Elf.glb': ARMS,
  'Alien.glb': { arms: 'arms', joints: [[/^Root/, 'chest']] },
};
