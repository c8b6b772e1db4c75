/**
 * @file The words that riggers use in joint names, by what they say.
 *
 * Words from the bone lists of 3ds Max's Biped and CAT, Rocketbox, Character Creator, Mixamo, Unity, VRM, Unreal, Godot,
 * Source, Blender's Rigify and metarigs, Poser and Daz, CMU and BVH files, MikuMikuDance. Compounds are written as one
 * word: names are taken apart into the words of this table, so `Footfinger` need not be listed and `eyebrow` must.
 */

import type { Role } from '../learned/role-tokens.js';

/** What a joint is that only serves the animator, the exporter or another joint. */
export type NamedRole = Role | 'control';

/** Words of a role; a leg's row comes from other words. */
const ROLE_WORDS: readonly (readonly [NamedRole, string])[] = [
  [
    'control',
    `ik ikt fk pole target targets control controller ctrl ctl ctr cntrl contr cont mch helper dummy locator null nul goal aim effector
     footsteps camera light platform tracker handle constraint armature rootjoint stride ground reference trajectory motion
     master scene skeleton end nub site leaf magn lookat floor offset pivot grp group null socket`,
  ],
  ['hips', 'hips hip pelvis pelv cog com kosi becken hufte'],
  [
    'spine',
    `spine spines torso abdomen abdominal abs stomach belly waist back backbone vertebra vertebrae lumbar dorsal loin lowerback trunkbone
     spinal bodymid body hump bauch rucken wirbel withers telo breast boob bust pectoral pec rib lat lats`,
  ],
  ['chest', 'brust chest ribcage ribs thorax thoracic sternum upperchest'],
  ['neck', 'hals neck nek cervical'],
  ['head', 'kopf head hed skull cranium golova'],
  ['jaw', 'kiefer unterkiefer jaw jaws mandible chin mouth maw'],
  ['ear', 'ohr ohren ear ears earlobe'],
  ['horn', 'horn horns antler antlers antenna antennae antena antenne antennen feeler feelers palp palps'],
  [
    'face',
    `auge augen mund eye eyes eyeball eyelid eyelids lid eyebrow eyebrows brow brows nose nostril snout muzzle tongue tooth teeth fang fangs lip lips
     cheek cheeks face facial forehead temple proboscis maxilla maxila masseter caninus nasolabial squint beak bill crest crown mohawk
     mane beard goatee whisker whiskers moustache mustache hair hairs ponytail pony pigtail braid bang bangs wattle comb eyeblink trunk`,
  ],
  ['shoulder', 'shoulder shoulders shouder clavicle clav collar collarbone scapula scap'],
  ['upperArm', 'oberarm arm arms upperarm uparm humerus humerous bicep biceps shldr tricep'],
  ['lowerArm', 'unterarm forearm lowerarm lowarm elbow ellbow ulna radius'],
  ['hand', 'hand hands wrist palm fist carpal carpus'],
  [
    'finger',
    `finger fingers thumb thumbs index ring pinky pinkie little digit digits phalanx phalange phalanges metacarpal claw claws knuckle
     mid`,
  ],
  ['hindUpperLeg', 'bein oberschenkel leg legs upleg upperleg thigh femur coxa trochanter buttock noga nogi'],
  [
    'hindLowerLeg',
    'unterschenkel knie lowerleg lowleg knee calf shin tibia fibula hock gaskin drum horselink',
  ],
  [
    'hindFoot',
    'fuss pfote vorderpfote zeh zehe foot feet feets ankle toe toes toebase ball hoof hooves paw paws heel tarsus metatarsus tarsal metatarsal talon talons',
  ],
  ['wing', 'flugel wing wings feather feathers pinion alula patagium krilo'],
  ['tail', 'schwanz tail tails caudal coccyx fluke flukes rump butt sting stinger hvost tailfin'],
  ['fin', 'fin fins flipper flippers'],
  ['tentacle', 'tentacle tentacles tentacel tent'],
  [
    'other',
    `weapon weapons gun sword shield bow prop props item items attach attachment slot tag holster backpack bag sack quiver mount saddle rein
     reins hat helmet cape cloak coat skirt dress robe scarf cloth cloths loincloth belt tassel ribbon pad pads shoulderpad hood necklace
     sleeve collarclasp strap chain glasses mask jewel pick tool holder magazine clip barrel trigger stirrup spike spikes hole shoot`,
  ],
];

/** Role of a word. */
export const ROLE_OF_WORD: ReadonlyMap<string, NamedRole> = new Map(
  ROLE_WORDS.flatMap(([role, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word): [string, NamedRole] => [word, role]),
  ),
);

/** Of several roles that the words of one name say, the first here is meant: `HandThumb` is a finger, `tailFin` a tail. */
export const STRONGER_FIRST: readonly NamedRole[] = [
  'control',
  'other',
  'tentacle',
  'tail',
  'wing',
  'fin',
  'ear',
  'horn',
  'finger',
  'hindFoot',
  'face',
  'jaw',
  'hand',
  'hindLowerLeg',
  'lowerArm',
  'shoulder',
  'hips',
  'hindUpperLeg',
  'upperArm',
  'head',
  'neck',
  'chest',
  'spine',
];

/** Words for the parts of a limb: they move an arm or a leg up or down by a segment. */
export const SEGMENT_WORDS: ReadonlyMap<string, 'upper' | 'lower'> = new Map([
  ...'upper up top upr prox proximal'.split(' ').map((word): [string, 'upper'] => [word, 'upper']),
  ...'lower low lwr down bottom fore dist distal mid2'
    .split(' ')
    .map((word): [string, 'lower'] => [word, 'lower']),
]);

/** Words for rows of legs. */
export const ROW_WORDS: ReadonlyMap<string, 'front' | 'middle' | 'hind'> = new Map([
  ...'front fore fnt frnt anterior'.split(' ').map((word): [string, 'front'] => [word, 'front']),
  ...'middle mid center'.split(' ').map((word): [string, 'middle'] => [word, 'middle']),
  ...'hind back rear bk posterior aft'.split(' ').map((word): [string, 'hind'] => [word, 'hind']),
]);

/** Row and side in one word, beside the name of a limb. */
export const CORNER_WORDS: ReadonlyMap<string, readonly ['front' | 'middle' | 'hind', 1 | -1]> = new Map([
  ['fl', ['front', 1]],
  ['fr', ['front', -1]],
  ['lf', ['front', 1]],
  ['rf', ['front', -1]],
  ['bl', ['hind', 1]],
  ['br', ['hind', -1]],
  ['hl', ['hind', 1]],
  ['hr', ['hind', -1]],
  ['rl', ['hind', 1]],
  ['rr', ['hind', -1]],
  ['ml', ['middle', 1]],
  ['mr', ['middle', -1]],
]);

/** Words that say nothing by themselves but that names are glued together from. */
export const GLUE_WORDS: ReadonlySet<string> = new Set(
  `left right base bone joint jnt jt tip root twist roll share bend mid inner outer corner blink bip biped valve big small
   up upper low lower top bottom front back rear hind fore middle side def org sub`.split(/\s+/),
);

/** Japanese words, as MikuMikuDance models have them. Longer ones first. */
export const TRANSLATED: readonly (readonly [string, string])[] = [
  ['上半身', 'spine'],
  ['下半身', 'hips'],
  ['センター', 'cog'],
  ['グルーブ', 'control'],
  ['全ての親', 'control'],
  ['手首', 'wrist'],
  ['足首', 'ankle'],
  ['つま先', 'toe'],
  ['足', 'leg'],
  ['ひざ', 'knee'],
  ['ひじ', 'elbow'],
  ['腕捩', 'arm twist'],
  ['手捩', 'forearm twist'],
  ['腕', 'arm'],
  ['肩', 'shoulder'],
  ['首', 'neck'],
  ['頭', 'head'],
  ['親指', 'thumb'],
  ['人指', 'index'],
  ['中指', 'finger'],
  ['薬指', 'ring'],
  ['小指', 'pinky'],
  ['指', 'finger'],
  ['目', 'eye'],
  ['髪', 'hair'],
  ['尾', 'tail'],
  ['耳', 'ear'],
  ['左', 'left'],
  ['右', 'right'],
  ['先', 'end'],
].map(([word, meaning]) => [word, meaning] as const);
