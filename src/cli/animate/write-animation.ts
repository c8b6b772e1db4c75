/** @file What `animate foot-skate` and `animate track` do with the clip they made: measure, write, draw and plot it. */

import type { Finding } from '../../base/finding.js';
import { pauseUnlessAborted } from '../../base/progress.js';
import { type Model, modelRig } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import type { Clip } from '../../motion/clip.js';
import type { ClipContacts } from '../../motion/contacts/contact-record.js';
import { measureContactHeights } from '../../motion/contacts/measure-contact-heights.js';
import { retimeClip } from '../../motion/edit/resample-clip.js';
import { type MotionMetrics, measureMotion } from '../../motion/measure/motion-metrics.js';
import type { PartialRig } from '../../rig/rig-records.js';

import { addClip } from '../../verbs/add-clip.js';
import { writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import type { CommandContext } from '../shared/shell.js';
import { drawStrip } from './animated-file.js';
import { type HeightCurve, plotContacts } from './contact-plot.js';

export interface MadeAnimation {
  readonly model: Model;
  readonly body: PartialRig;
  readonly source: Clip;
  /** The new clip. */
  readonly clip: Clip;
  /** The clip to write, where it differs from the one that is measured and drawn. */
  readonly moving?: Clip;
  readonly contacts: ClipContacts;
  /** Ending of the default file name, added to the name of the input. */
  readonly suffix: string;
  /** Labels of the sheet's rows. */
  readonly labels: readonly [before: string, after: string];
  /** Curves to plot beside the heights of feet. */
  readonly curves?: readonly HeightCurve[];
}

export interface MetricsPair {
  readonly before: MotionMetrics;
  readonly after: MotionMetrics;
}

export interface WrittenAnimation {
  readonly files: readonly string[];
  /** Absent where there is no mesh. */
  readonly metrics?: MetricsPair;
  readonly findings: readonly Finding[];
}

/** Flags that say what else is written. */
interface AnimationFiles {
  readonly reduce?: number;
  readonly sheet?: string;
  readonly preview?: string;
  readonly plot?: string;
}

export async function writeAnimation(
  { options, output, signal }: CommandContext<AnimationFiles>,
  input: string,
  { model, body, source, clip, moving = clip, contacts, suffix, labels, curves = [] }: MadeAnimation,
): Promise<WrittenAnimation> {
  const before = clip.times.length === source.times.length ? source : retimeClip(source, clip.times);
  const title = `${model.name}: ${source.name}`;
  const rig = modelRig(model);
  await pauseUnlessAborted(signal);
  const metrics = rig && {
    before: measureMotion(rig, before, contacts),
    after: measureMotion(rig, clip, contacts),
  };
  await pauseUnlessAborted(signal);
  const path = output ?? besideInput(input, suffix);
  const animated = addClip(model, moving, { replace: true });
  const { findings } = await writeModelFile(path, animated, { reduce: options.reduce });
  const files = [path];
  if (options.preview !== undefined) {
    files.push(options.preview);
    await writeClipVideo(options.preview, model, moving);
  }
  if (options.sheet !== undefined) {
    files.push(options.sheet);
    const rows = [before, clip].map((each, i) => ({ model, clip: each, label: labels[i] }));
    await writeBytesFile(options.sheet, await drawStrip(rows, title));
  }
  if (options.plot !== undefined) {
    files.push(options.plot);
    const heights = plotHeights(body, before, clip, contacts);
    const plot = plotContacts(title, [...heights, ...curves], contacts, clip.times);
    await writeBytesFile(options.plot, new TextEncoder().encode(plot));
  }
  return { files, ...(metrics && { metrics }), findings };
}

/** Heights of feet before and after, % of the height. */
function plotHeights(body: PartialRig, before: Clip, after: Clip, contacts: ClipContacts): HeightCurve[] {
  const [was, is] = [before, after].map((clip) => measureContactHeights(body, clip, contacts));
  const percent = (heights: Float64Array) => heights.map((value) => (100 * value) / contacts.height);
  return contacts.tracks.map(({ name }, i) => ({ name, before: percent(was[i]), after: percent(is[i]) }));
}

export const describeMetrics = ({ before, after }: MetricsPair): string =>
  `foot skate ${before.skate.toFixed(3)} → ${after.skate.toFixed(3)} heights/s, ` +
  `penetration ${before.penetration.toFixed(2)} → ${after.penetration.toFixed(2)} %`;
