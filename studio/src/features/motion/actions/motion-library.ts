/**
 * @file The motion library: what the open body can do, generated one by one in the background worker, and the clips made
 * from it. A generated clip keeps its recipe, so that sliders change it while it plays; the newest setting wins.
 */

import { uniqueClipName } from 'posespace';
import type { CreatedMotion, MotionStyle } from 'posespace/motion';
import { type MotionRecipe, recipeOf, type StudioClip } from '../../../store/document.js';
import {
  change,
  currentDocument,
  documentOf,
  errorMessage,
  notify,
  runTask,
  setView,
  useStudio,
} from '../../../store/store.js';
import type { GalleryMotion } from '../../../store/views/motion-view.js';
import { callWorker, isAborted } from '../../../workers/worker-client.js';
import type { BodyFacts, Coat } from '../../../workers/worker-protocol.js';
import { insertClip, withClip } from './motion-clips.js';
import { rememberContacts } from './motion-contacts.js';
import { clipOf } from './motion-track.js';
import { chooseClip, play } from './playback.js';

/** The body that the gallery is of: facts are new with every binding. */
let shownFor: BodyFacts | null = null;

const factsNow = (): BodyFacts | null => useStudio.getState().view.scene.facts;

/** Fills the gallery while it is open, and again for every other body. Returns a function that stops it. */
export function watchGallery(): () => void {
  let stopped = false;
  const update = () => {
    const facts = factsNow();
    if (facts !== shownFor) {
      shownFor = facts;
      clearGallery();
    }
    if (facts && documentOf(useStudio.getState())?.model.skin) void fill(facts, () => stopped);
  };
  update();
  const end = useStudio.subscribe((state, before) => {
    if (state.view.scene.facts !== before.view.scene.facts) update();
  });
  return () => {
    stopped = true;
    end();
  };
}

/** Lists and generates what is missing: a second visit goes on where the first stopped. */
async function fill(facts: BodyFacts, stopped: () => boolean): Promise<void> {
  const current = () => !stopped() && factsNow() === facts;
  try {
    if (!useStudio.getState().view.motion.gallery) {
      const listed = await callWorker('background', 'motions', []);
      if (!current()) return;
      setView('motion', { gallery: listed.map((one) => ({ ...one, motion: null, strip: null })) });
      await callWorker('background', 'dress', [coatNow()]);
    }
    for (;;) {
      const missing = useStudio.getState().view.motion.gallery?.find(({ strip }) => strip === null);
      if (!missing || !current()) return;
      const motion = missing.motion ?? (await callWorker('background', 'generate', [missing.name, {}]));
      if (!current()) return;
      putInGallery(missing.name, { motion });
      const { picture, count } = await callWorker('background', 'strip', [motion.clip]);
      if (!current()) return;
      putInGallery(missing.name, { strip: { address: URL.createObjectURL(picture), count } });
    }
  } catch (error) {
    if (current() && !isAborted(error)) {
      setView('motion', { gallery: [] });
      notify('warning', `The motion library cannot be used: ${errorMessage(error)}`);
    }
  }
}

function putInGallery(name: string, patch: Partial<GalleryMotion>): void {
  const { gallery } = useStudio.getState().view.motion;
  setView('motion', {
    gallery: gallery?.map((one) => (one.name === name ? { ...one, ...patch } : one)) ?? null,
  });
}

/** The colours of the body; only images that colour it. */
function coatNow(): Coat {
  const {
    uvs,
    colors,
    groups = [],
    materials = [],
    images = [],
  } = useStudio.getState().view.scene.appearance ?? {};
  const used = new Set(materials.map(({ colorTexture }) => colorTexture));
  const needed = images.map((image, i) =>
    used.has(i) ? image : { type: image.type, bytes: new Uint8Array(0) },
  );
  return { uvs, colors, groups, materials, images: needed };
}

/** Empties the gallery, and frees its pictures. */
function clearGallery(): void {
  for (const { strip } of useStudio.getState().view.motion.gallery ?? [])
    if (strip) URL.revokeObjectURL(strip.address);
  setView('motion', { gallery: null });
}

/** The name of a motion as it is shown: "Turn left", "Bite" for `attack-bite`. */
export function motionLabel(name: string): string {
  const words = name.replace(/^attack-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Adds a motion of the gallery as a clip, and plays it. */
export async function addMotion(name: string): Promise<void> {
  const facts = factsNow();
  const known = useStudio.getState().view.motion.gallery?.find((one) => one.name === name)?.motion;
  const motion =
    known ??
    (await runTask(`Generating ${motionLabel(name).toLowerCase()}`, (work) =>
      callWorker('background', 'generate', [name, {}], work),
    ));
  if (!motion || facts !== factsNow()) return;
  const { clips } = currentDocument().model;
  const clip: StudioClip = {
    ...motion.clip,
    name: uniqueClipName(clips, motion.clip.name),
    recipe: { motion: name, style: {}, ownSpeed: motion.speed },
  };
  rememberContacts(clip, motion.contacts);
  change(`Add ${clip.name}`, (document) => insertClip(document, document.model.clips.length, clip));
  chooseClip(clips.length);
  play();
}

interface StyleRequest {
  readonly style: MotionStyle;
  readonly gesture: object;
}

let wanted: StyleRequest | null = null;
let working = false;

/** Changes how the generated clip on the timeline is performed. One is generated at a time; the newest style wins. */
export function styleMotion(patch: MotionStyle, gesture: object): void {
  const clip = clipOf(useStudio.getState());
  const recipe = clip && recipeOf(clip);
  if (!recipe) return;
  wanted = { style: dropAbsent({ ...recipe.style, ...wanted?.style, ...patch }), gesture };
  setView('motion', { style: wanted.style });
  if (!working) void generateWanted();
}

const dropAbsent = (style: MotionStyle): MotionStyle =>
  Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));

async function generateWanted(): Promise<void> {
  working = true;
  try {
    while (wanted) {
      const { style, gesture } = wanted;
      const clip = clipOf(useStudio.getState());
      const recipe = clip && recipeOf(clip);
      wanted = null;
      if (!clip || !recipe) break;
      const motion = await callWorker('background', 'generate', [recipe.motion, style]);
      replaceGenerated(clip, { ...recipe, style }, motion, gesture);
    }
  } catch (error) {
    if (!isAborted(error)) notify('error', errorMessage(error));
  } finally {
    working = false;
    wanted = null;
    setView('motion', { style: null });
  }
}

/** Replaces a generated clip by another of the same motion; the playhead keeps its phase. */
function replaceGenerated(
  before: StudioClip,
  recipe: MotionRecipe,
  { clip, contacts }: CreatedMotion,
  gesture: object,
): void {
  const index = currentDocument().model.clips.indexOf(before);
  if (index < 0) return;
  const after: StudioClip = { ...clip, name: before.name, recipe };
  rememberContacts(after, contacts);
  const { time, clip: shown } = useStudio.getState().view.motion;
  const length = before.times[before.times.length - 1];
  const stretched = length > 0 ? (time * clip.times[clip.times.length - 1]) / length : 0;
  if (shown === index) setView('motion', { time: stretched, toolResult: null });
  change(`Change ${before.name}`, (document) => withClip(document, index, after), gesture);
}
