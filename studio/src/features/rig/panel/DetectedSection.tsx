/** @file The detected body plan, its confidence and what to do about it, and findings with fixes. */

import type { Finding } from 'posespace';
import { type Anatomy, CONFIDENCE, confidenceOf, levelOf } from 'posespace/rig';
import { useState } from 'react';
import { Gauge } from '../../../controls/Gauge.js';
import { InfoIcon, WarningIcon } from '../../../controls/icons.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import { BodyChoice } from './BodyChoice.js';
import { bodyAdvice, bodyTitle, confidenceVerdict } from './body-text.js';
import { LimbList } from './LimbList.js';

export function DetectedSection() {
  const model = useStudio((state) => documentOf(state)?.model);
  const rigFindings = useStudio((state) => documentOf(state)?.findings);
  const confidence = useStudio((state) => documentOf(state)?.confidence);
  if (!model?.skeleton) return null;
  const count = model.skeleton.parents.length;
  const uncertain = confidence
    ? [...confidence.keys()].filter((j) => levelOf(confidence[j]) === 'unsure')
    : [];
  // The advice says the same of a body that was not recognised.
  const findings = uniqueFindings([...model.findings, ...(rigFindings ?? [])]).filter(
    ({ code }) => code !== 'unknown-body',
  );
  return (
    <div className="rig-detected">
      {model.anatomy && <BodyReading anatomy={model.anatomy} />}
      <p className="hint">
        {count === 1 ? '1 joint' : `${count} joints`},{' '}
        {confidence ? 'found by auto-rigging.' : 'from the file.'}
      </p>
      <BodyChoice />
      {model.anatomy && <LimbList anatomy={model.anatomy} />}
      {uncertain.length > 0 && (
        <button type="button" className="rig-link" onClick={() => selectNext(uncertain)}>
          {uncertain.length === 1 ? '1 uncertain joint' : `${uncertain.length} uncertain joints`}: show
        </button>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
    </div>
  );
}

/** What the body was read as, how sure that is, and what to do about it. */
function BodyReading({ anatomy }: { readonly anatomy: Anatomy }) {
  const findings = useStudio((state) => documentOf(state)?.findings);
  const confidence = confidenceOf(anatomy);
  const { text, tone } = confidenceVerdict(confidence);
  const advice = bodyAdvice(anatomy, findings);
  return (
    <>
      <p className="rig-sentence">{bodyTitle(anatomy)}</p>
      {confidence < CONFIDENCE.said ? (
        <Gauge label="Confidence" value={confidence} text={text} tone={tone} />
      ) : (
        <p className="hint">The body is what you chose.</p>
      )}
      {advice && (
        <p className="rig-callout" role="status">
          {advice}
        </p>
      )}
    </>
  );
}

const SEVERITY_ORDER: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, info: 2 };

/** The most severe finding; the others on demand. */
function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const [all, setAll] = useState(false);
  const sorted = [...findings].sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
  const shown = all ? sorted : sorted.slice(0, 1);
  const more = findings.length - 1;
  return (
    <>
      <ul className="rig-findings" aria-label="Findings">
        {shown.map((finding) => (
          <FindingRow key={`${finding.code} ${finding.message}`} finding={finding} />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="rig-link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : `${more} more ${more === 1 ? 'finding' : 'findings'}`}
        </button>
      )}
    </>
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

/** Selects the next of some joints, cyclically. */
function selectNext(joints: readonly number[]): void {
  const { selected } = useStudio.getState().view.scene;
  setView('scene', { selected: joints[(joints.indexOf(selected) + 1) % joints.length] });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function uniqueFindings(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.code} ${finding.message}`, finding])).values()];
}
