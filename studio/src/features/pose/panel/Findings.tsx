/** @file What the check found, in words; each shows where it is. */

import type { PoseFinding } from 'posespace/pose';
import { IconButton } from '../../../controls/IconButton.js';
import { CheckIcon, EyeIcon, WarningIcon } from '../../../controls/icons.js';
import { useStudio } from '../../../store/store.js';
import { showJoints } from '../actions/pose-show.js';

/** Findings that are shown, at most. */
const MOST = 5;

const NAMES: Readonly<Record<PoseFinding['code'], string>> = {
  'self-intersection': 'Runs through itself',
  hyperextension: 'Bent too far',
  twist: 'Twisted too far',
  'stretched-skin': 'Stretched skin',
  'lost-volume': 'Lost volume',
  'below-ground': 'Below the ground',
  'out-of-balance': 'Out of balance',
};

export function Findings() {
  const verdict = useStudio(({ view }) => view.pose.verdict);
  const opening = useStudio(({ view }) => view.pose.space === null);
  if (!verdict) return opening ? null : <p className="hint">Checked when your hand rests.</p>;
  const { findings } = verdict;
  if (findings.length === 0) {
    return (
      <p className="all-well">
        <CheckIcon /> No bend, twist or collision is wrong.
      </p>
    );
  }
  return (
    <ul className="findings" aria-label="What is wrong">
      {findings.slice(0, MOST).map((finding) => (
        <li
          key={`${finding.code} ${finding.message}`}
          className={`finding ${finding.severity}`}
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
