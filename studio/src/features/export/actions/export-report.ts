/** @file Saves a report on the mesh, rig, clips and current pose as JSON. */

import { currentDocument, notify, runTask, shownPose, useStudio } from '../../../store/store.js';
import { callWorker, isAborted } from '../../../workers/worker-client.js';
import { download, fileName } from './export-download.js';

export async function exportReport(): Promise<boolean> {
  const { model, confidence, pose } = currentDocument();
  const shown = shownPose(useStudio.getState()) ?? pose;
  const report = await runTask('Writing the report', async (work) => {
    const about = await callWorker('background', 'report', [model, confidence], work);
    // The rest of the report does not need the pose space.
    const check = await callWorker('background', 'check', [shown], work).catch((error) => {
      if (isAborted(error)) throw error;
      return null;
    });
    return {
      ...about,
      pose: check && { findings: check.findings, crossingTriangles: check.intersecting.length },
    };
  });
  if (!report) return false;
  const name = fileName('json', 'report');
  download(new Blob([`${JSON.stringify(report, null, 2)}\n`], { type: 'application/json' }), name);
  notify('info', `Saved ${name}.`);
  return true;
}
