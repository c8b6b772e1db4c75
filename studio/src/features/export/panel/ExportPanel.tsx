/** @file The export panel: model, image, video, report. */

import { Button } from '../../../controls/Button.js';
import { EmptyState } from '../../../controls/EmptyState.js';
import { DownloadIcon, FileIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { useStudio } from '../../../store/store.js';
import { exportReport } from '../actions/export-report.js';
import { ModelExport } from './ModelExport.js';
import { PictureExport } from './PictureExport.js';
import { VideoExport } from './VideoExport.js';
import './export.css';

export function ExportPanel() {
  const open = useStudio(({ history }) => history !== null);
  if (!open) {
    return (
      <EmptyState title="Nothing to export yet" icon={<DownloadIcon />}>
        Open a file or a sample creature first.
      </EmptyState>
    );
  }
  return (
    <>
      <h2>Export</h2>
      <ModelExport />
      <PictureExport />
      <VideoExport />
      <Section title="Report">
        <p className="hint">Quality report on the mesh, rig, clips and current pose, as JSON.</p>
        <Button wide icon={<FileIcon />} onClick={() => void exportReport()}>
          Save report
        </Button>
      </Section>
    </>
  );
}
