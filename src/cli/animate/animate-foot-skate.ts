/** @file `posespace animate foot-skate`: foot-skate cleanup; feet stay put while they touch the ground, and above it. */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { pauseUnlessAborted } from '../../base/progress.js';
import { CLEAN_FOOT_SKATE_DEFAULTS, cleanFootSkateAsync } from '../../motion/contacts/clean-foot-skate.js';
import { detectContacts } from '../../motion/contacts/detect-contacts.js';
import { type ContactEdit, editContacts } from '../../motion/contacts/edit-contacts.js';
import { addRootMotion } from '../../motion/edit/root-motion.js';
import { readJsonFile } from '../shared/command-files.js';
import { number, path, toggle, writtenPath } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { ANIMATE_FLAGS, pickClip, readAnimated } from './animated-file.js';
import { describeMetrics, type MetricsPair, writeAnimation } from './write-animation.js';

/** Changes that can be seen: body heights per second, % of the height. */
const VISIBLE = { skate: 0.02, penetration: 0.1 };

export const animateFootSkateCommand = defineCommand({
  usage: 'animate foot-skate <input>',
  formerly: 'animate contacts',
  summary: 'Foot-skate cleanup: find ground contacts in a clip, stop feet from sliding and from sinking in',
  output: 'the file to write (default: <input>-foot-skate.glb)',
  flags: {
    ...ANIMATE_FLAGS,
    ground: number('height of the ground; by default where the clip stands', { placeholder: 'metres' }),
    clearance: number('least height of a swinging foot, as a fraction of the body height', {
      min: 0,
      default: CLEAN_FOOT_SKATE_DEFAULTS.clearance,
      placeholder: 'fraction',
    }),
    edits: path('JSON: [{"joint": "leftFoot", "start": 0.2, "end": 0.5, "touches": true}, …]'),
    rootMotion: toggle('add root motion to a walk on the spot, at the speed at which its feet do not slide', {
      formerly: 'travel',
    }),
    plot: writtenPath('write an SVG of the height of the feet over time'),
  },
  examples: [
    [
      'posespace animate foot-skate wolf.glb --clip walk -o clean.glb',
      'the clip "walk" without foot sliding',
    ],
    [
      'posespace animate foot-skate wolf.glb --sheet strip.png --plot feet.svg',
      'pictures of before and after',
    ],
  ],
  async run(context, input) {
    const { options, signal, onProgress, now } = context;
    const start = now();
    const { model, body } = await readAnimated(context, input);
    const source = pickClip(model, options.clip);
    const { ground, clearance } = options;
    await pauseUnlessAborted(signal);
    const found = detectContacts(body, source, { ground, signal });
    const wanted = options.edits === undefined ? found : editContacts(found, await readEdits(options.edits));
    const {
      clip,
      contacts,
      findings: trouble,
    } = await cleanFootSkateAsync(body, source, {
      contacts: wanted,
      clearance,
      signal,
      onProgress,
    });
    const written = await writeAnimation(context, input, {
      model,
      body,
      source,
      clip,
      ...(options.rootMotion && { moving: addRootMotion(clip, contacts.rootVelocity) }),
      contacts,
      suffix: '-foot-skate.glb',
      labels: ['before', 'after'],
    });
    const { files, metrics } = written;
    const findings = [
      ...model.findings,
      ...trouble,
      ...(metrics ? findWorse(metrics) : []),
      ...written.findings,
    ];
    const seconds = (now() - start) / 1000;
    const speed = Math.hypot(contacts.rootVelocity[0], contacts.rootVelocity[2]);
    return {
      data: {
        input,
        files,
        clip: source.name,
        contacts: { ...contacts, rootVelocity: [...contacts.rootVelocity] },
        ...(metrics && { metrics }),
        findings,
        seconds,
      },
      text: [
        `"${source.name}": ${contacts.tracks.length} parts touch the ground at ${contacts.ground.toPrecision(3)} m` +
          (speed > 0 ? `; root motion without sliding: ${speed.toPrecision(3)} m/s` : ''),
        ...contacts.tracks.map(
          ({ name, spans }) =>
            `  ${name}: ${spans.map((span) => `${span.start.toFixed(2)} to ${span.end.toFixed(2)} s`).join(', ') || 'never'}`,
        ),
        ...(metrics ? [describeMetrics(metrics)] : []),
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});

/** Legs without knees cannot both stand still and swing: the report says so. */
function findWorse({ before, after }: MetricsPair): Finding[] {
  const isWorse =
    after.skate > before.skate + VISIBLE.skate ||
    after.penetration > before.penetration + VISIBLE.penetration;
  if (!isWorse) return [];
  return [
    {
      code: 'contacts-no-better',
      severity: 'warning',
      message: 'feet slide or sink in more than before: the legs cannot reach their contacts',
      fix: 'Keep the original clip, or give the contacts with --edits.',
    },
  ];
}

async function readEdits(file: string): Promise<ContactEdit[]> {
  const fail = (): never => {
    throw new PosespaceError(
      'bad-input',
      `animate: "${file}" holds no list of edits; give JSON like [{"joint": "leftFoot", "start": 0, "end": 0.4, "touches": true}]`,
    );
  };
  const json = await readJsonFile(file, fail);
  const isEdit = (entry: unknown): entry is ContactEdit => {
    if (typeof entry !== 'object' || entry === null) return false;
    const { joint, start, end, touches } = entry as Record<string, unknown>;
    const named = typeof joint === 'string' || typeof joint === 'number';
    return named && Number.isFinite(start) && Number.isFinite(end) && typeof touches === 'boolean';
  };
  return Array.isArray(json) && json.every(isEdit) ? json : fail();
}
