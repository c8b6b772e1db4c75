/** @file The detected body plan, its confidence, and findings with fixes. */

import type { Finding } from 'posespace';
import { useState } from 'react';
import { Gauge } from '../../../controls/Gauge.js';
import { InfoIcon, WarningIcon } from '../../../controls/icons.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import { describeBody, describeConfidence } from './body-text.js';

/** Confidence below which a joint is uncertain. */
const UNCERTAIN = 0.5;

export function DetectedSection() {
  const model = useStudio((state) => documentOf(state)?.model);
  const body = useStudio((state) => documentOf(state)?.body);
  const confidence = useStudio((state) => documentOf(state)?.confidence);
  if (!model?.skeleton) return null;
  const count = model.skeleton.parents.length;
  const sure = body && describeConfidence(body.confidence);
  const uncertain = confidence ? [...confidence.keys()].filter((j) => confidence[j] < UNCERTAIN) : [];
  const findings = uniqueFindings([...model.findings, ...(body?.findings ?? [])]);
  return (
    <div className="rig-detected">
      <p className="rig-sentence">{body ? capital(describeBody(body, count)) : `${count} joints.`}</p>
      <p className="hint">{confidence ? 'Skeleton found by auto-rigging.' : 'Skeleton from the file.'}</p>
      {body && sure && <Gauge label="Body plan" value={body.confidence} text={sure.text} tone={sure.tone} />}
      {uncertain.length > 0 && (
        <button type="button" className="rig-link" onClick={() => selectNext(uncertain)}>
          {uncertain.length === 1 ? '1 uncertain joint' : `${uncertain.length} uncertain joints`}: show
        </button>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
    </div>
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
        {shown.map((transitionProgress) => (
          <FindingRow
            key={`${transitionProgress.code} ${transitionProgress.message}`}
            transitionProgress={transitionProgress}
          />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="rig-link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : `${more} more ${more === 1 ? 'transitionProgress' : 'findings'}`}
        </button>
      )}
    </>
  );
}

function FindingRow({ transitionProgress }: { readonly transitionProgress: Finding }) {
  const { severity, message, fix, kind, elements } = transitionProgress;
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
  return [
    ...new Map(
      findings.map((transitionProgress) => [
        `${transitionProgress.code} ${transitionProgress.message}`,
        transitionProgress,
      ]),
    ).values(),
  ];
}
