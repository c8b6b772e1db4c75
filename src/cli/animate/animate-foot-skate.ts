/** @file `posespace animate contacts`: feet that hold and stay out of the ground. */

import { PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted } from '../../base/progress.js';
import type { Finding } from '../../base/report.js';
import { readBytes } from '../../io/node.js';
import { CLEAN_FOOT_SKATE_DEFAULTS, cleanFootSkateAsync } from '../../motion/contacts/clean-foot-skate.js';
import { detectContacts } from '../../motion/contacts/detect-contacts.js';
import { type ContactEdit, editContacts } from '../../motion/contacts/edit-contacts.js';
import { addRootMotion } from '../../motion/edit/root-motion.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandDefinition } from '../shared/shell.js';
import { ANIMATE_FLAGS, flagNumber, pickClip, readAnimated } from './animated-file.js';
import { describeMetrics, type MetricsPair, writeAnimation } from './write-animation.js';

const LARGEST_EDIT_FILE = 1 << 20;
/** What can be seen: heights a second, % of the height. */
const VISIBLE = { skate: 0.02, penetration: 0.1 };

export const animateContactsCommand: CommandDefinition = {
  usage: 'animate contacts <input>',
  summary: 'Find what touches the ground in a clip and make it hold: no sliding, no sinking in',
  output: 'the file to write (default: <input>-contacts.glb)',
  flags: [
    ...ANIMATE_FLAGS,
    ['--ground <metres>', 'height of the ground; without it, where the clip stands'],
    [
      '--clearance <share>',
      'how high feet swing at least, over the height of the body',
      `${CLEAN_FOOT_SKATE_DEFAULTS.clearance}`,
    ],
    ['--edits <file>', 'JSON: [{"joint": "leftFoot", "start": 0.2, "end": 0.5, "touches": true}, …]'],
    ['--travel', 'let a walk on the spot travel at the speed at which its feet hold'],
    ['--plot <file>', 'an SVG of how high feet are over time'],
  ],
  examples: [
    ['posespace animate contacts wolf.glb --clip walk -o clean.glb', 'the clip "walk", cleaned'],
    ['posespace animate contacts wolf.glb --sheet strip.png --plot feet.svg', 'pictures of before and after'],
  ],
  async run(context, input) {
    const { options, signal, onProgress, now } = context;
    const start = now();
    const { model, body } = await readAnimated(context, input);
    const source = pickClip(model, options.clip);
    const ground = flagNumber('--ground', options.ground);
    await pauseUnlessAborted(signal);
    const found = detectContacts(body, source, { ground, signal });
    const asked =
      options.edits === undefined ? found : editContacts(found, await readEdits(options.edits as string));
    const clearance = flagNumber('--clearance', options.clearance, 0);
    const {
      clip,
      contacts,
      findings: trouble,
    } = await cleanFootSkateAsync(body, source, {
      contacts: asked,
      clearance,
      signal,
      onProgress,
    });
    const written = await writeAnimation(context, input, {
      model,
      body,
      source,
      clip,
      ...(options.travel === true && { moving: addRootMotion(clip, contacts.travel) }),
      contacts,
      suffix: '-contacts.glb',
      labels: ['before', 'after'],
    });
    const { files, metrics } = written;
    const findings = [
      ...model.findings,
      ...trouble,
      ...(metrics ? tellWorse(metrics) : []),
      ...written.findings,
    ];
    const seconds = (now() - start) / 1000;
    const speed = Math.hypot(contacts.travel[0], contacts.travel[2]);
    return {
      data: {
        input,
        files,
        clip: source.name,
        contacts: { ...contacts, travel: [...contacts.travel] },
        ...(metrics && { metrics }),
        findings,
        seconds,
      },
      text: [
        `"${source.name}": ${contacts.tracks.length} parts touch the ground at ${contacts.ground.toPrecision(3)} m` +
          (speed > 0 ? `; its feet hold at ${speed.toPrecision(3)} m/s` : ''),
        ...contacts.tracks.map(
          ({ name, spans }) =>
            `  ${name}: ${spans.map((span) => `${span.start.toFixed(2)} to ${span.end.toFixed(2)} s`).join(', ') || 'never'}`,
        ),
        ...(metrics ? [describeMetrics(metrics)] : []),
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};

/** Legs without knees cannot hold the ground and swing: better to know. */
function tellWorse({ before, after }: MetricsPair): Finding[] {
  const isWorse =
    after.skate > before.skate + VISIBLE.skate ||
    after.penetration > before.penetration + VISIBLE.penetration;
  if (!isWorse) return [];
  return [
    {
      code: 'contacts-no-better',
      severity: 'warning',
      message: 'feet slide or sink in more than before: the legs cannot reach what they were asked to hold',
      fix: 'Keep the clip as it was, or say with --edits what touches when.',
    },
  ];
}

async function readEdits(path: string): Promise<ContactEdit[]> {
  const fail = (): never => {
    throw new PosespaceError(
      'bad-input',
      `animate: "${path}" holds no list of edits; give JSON like [{"joint": "leftFoot", "start": 0, "end": 0.4, "touches": true}]`,
    );
  };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(await readBytes(path, LARGEST_EDIT_FILE)));
  } catch (error) {
    if (error instanceof PosespaceError) throw error;
    fail();
  }
  const isEdit = (entry: unknown): entry is ContactEdit => {
    if (typeof entry !== 'object' || entry === null) return false;
    const { joint, start, end, touches } = entry as Record<string, unknown>;
    const named = typeof joint === 'string' || typeof joint === 'number';
    return named && Number.isFinite(start) && Number.isFinite(end) && typeof touches === 'boolean';
  };
  return Array.isArray(json) && json.every(isEdit) ? json : fail();
}
