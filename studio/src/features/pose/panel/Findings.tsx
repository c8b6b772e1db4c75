/** @file The findings of the pose check; each can be shown on the stage. */

import type { PoseFinding } from 'posespace/pose';
import { IconButton } from '../../../controls/IconButton.js';
import { CheckIcon, EyeIcon, WarningIcon } from '../../../controls/icons.js';
import { setView, useStudio } from '../../../store/store.js';

/** Most findings shown. */
const MOST = 5;

const NAMES: Readonly<Record<PoseFinding['code'], string>> = {
  'self-intersection': 'Self-intersection',
  hyperextension: 'Hyperextended joint',
  twist: 'Excessive twist',
  'stretched-skin': 'Stretched skin',
  'lost-volume': 'Lost volume',
  'below-ground': 'Below the ground',
  'out-of-balance': 'Out of balance',
};

export function Findings() {
  const check = useStudio(({ view }) => view.pose.check);
  const opening = useStudio(({ view }) => view.pose.space === null);
  if (!check) return opening ? null : <p className="hint">Checked shortly after each change.</p>;
  const { findings } = check;
  if (findings.length === 0) {
    return (
      <p className="all-well">
        <CheckIcon /> No problems found.
      </p>
    );
  }
  return (
    <ul className="findings" aria-label="Problems">
      {findings.slice(0, MOST).map((finding) => (
        <li
          key={`${finding.code} ${finding.message}`}
          className={`pose-finding ${finding.severity}`}
          title={finding.fix}
        >
          <WarningIcon />
          <div>
            <strong>{NAMES[finding.code]}</strong>
            <p>{sentence(finding.message)}</p>
          </div>
          {finding.joints.length > 0 && (
            <IconButton
              label={`Show: ${NAMES[finding.code]}`}
              icon={<EyeIcon />}
              onClick={() => showJoints(finding.joints)}
            />
          )}
        </li>
      ))}
      {findings.length > MOST && <li className="hint">and {findings.length - MOST} more</li>}
    </ul>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Selects the first joint and frames it. */
function showJoints(joints: readonly number[]): void {
  setView('scene', { selected: joints[0] ?? -1, frameRequest: performance.now() });
}
