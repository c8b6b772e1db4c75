/** @file What the body is, how sure that is, and what was noticed, with what to do. */

import type { Finding } from 'posespace';
import { Gauge } from '../../controls/Gauge.js';
import { InfoIcon, WarningIcon } from '../../controls/icons.js';
import { documentOf, setView, useStudio } from '../../state/store.js';
import { sayBody, sayConfidence } from './say-body.js';

/** Joints below this are worth a look. */
const DOUBTFUL = 0.5;

export function FoundSection() {
  const model = useStudio((state) => documentOf(state)?.model);
  const body = useStudio((state) => documentOf(state)?.body);
  const confidence = useStudio((state) => documentOf(state)?.confidence);
  if (!model?.skeleton) return null;
  const count = model.skeleton.parents.length;
  const sure = body && sayConfidence(body.confidence);
  const doubtful = confidence ? [...confidence.keys()].filter((j) => confidence[j] < DOUBTFUL) : [];
  const findings = uniqueFindings([...model.findings, ...(body?.findings ?? [])]);
  return (
    <div className="rig-found">
      <p className="rig-sentence">{body ? capital(sayBody(body, count)) : `${count} joints.`}</p>
      <p className="hint">
        {confidence ? 'The skeleton was found in the shape.' : 'The skeleton came with the model.'}
      </p>
      {body && sure && (
        <Gauge label="Reading of the body" value={body.confidence} text={sure.text} tone={sure.tone} />
      )}
      {doubtful.length > 0 && (
        <button type="button" className="rig-link" onClick={() => selectNext(doubtful)}>
          {doubtful.length === 1 ? '1 joint is doubtful' : `${doubtful.length} joints are doubtful`}: show
        </button>
      )}
      {findings.length > 0 && (
        <ul className="rig-findings" aria-label="Findings">
          {findings.map((finding) => (
            <FindingRow key={`${finding.code} ${finding.message}`} finding={finding} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FindingRow({ finding }: { readonly finding: Finding }) {
  const { severity, message, fix, kind, elements } = finding;
  const joints = kind === 'joint' && elements && elements.length > 0 ? elements : null;
  return (
    <li className={`rig-finding ${severity}`}>
      {severity === 'info' ? <InfoIcon /> : <WarningIcon />}
      <div>
        <p>{message}</p>
        {fix && <p className="hint">{capital(fix)}</p>}
        {joints && (
          <button type="button" className="rig-link" onClick={() => selectNext(joints)}>
            Show {joints.length === 1 ? 'the joint' : `the ${joints.length} joints`}
          </button>
        )}
      </div>
    </li>
  );
}

/** Selects the first of some joints, or the one after the selected. */
function selectNext(joints: readonly number[]): void {
  const { selected } = useStudio.getState().view.scene;
  setView('scene', { selected: joints[(joints.indexOf(selected) + 1) % joints.length] });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function uniqueFindings(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.code} ${finding.message}`, finding])).values()];
}
