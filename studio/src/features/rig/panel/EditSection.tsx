/** @file Edit mode: skeleton edits in the rest pose. */

import { useEffect } from 'react';
import { Button } from '../../../controls/Button.js';
import { CheckIcon, EditIcon, PlusIcon, TargetIcon, TrashIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import { addJointAt, centerSelected, deleteSelected, splitSelected } from '../actions/edit-rig.js';
import { followWeights } from '../actions/update-weights.js';
import { startEditing, stopEditing } from '../actions/watch-rig.js';

export function EditSection() {
  const editing = useStudio(({ view }) => view.rig.editing);
  const symmetric = useStudio(({ view }) => view.rig.symmetric);
  const live = useStudio(({ view }) => view.rig.live);
  const solving = useStudio(({ view }) => view.rig.solving);
  const skinned = useStudio((state) => documentOf(state)?.model.skin !== undefined);
  useEditKeys(editing);
  if (!editing) {
    return (
      <Section title="Edit">
        <Button wide icon={<EditIcon />} onClick={startEditing}>
          Edit joints
        </Button>
      </Section>
    );
  }
  return (
    <Section
      title="Edit"
      actions={
        <span className="rig-state" role="status">
          {solving ? 'Solving weights…' : ''}
        </span>
      }
    >
      <Button wide kind="primary" icon={<CheckIcon />} onClick={stopEditing}>
        Done editing
      </Button>
      <p className="hint">
        Drag joints on the stage. <kbd>Shift</kbd> snaps to the centre of the limb, <kbd>Alt</kbd> moves child
        joints too.
      </p>
      <EditButtons />
      <Toggle
        label="Symmetric editing"
        value={symmetric}
        onChange={(value) => setView('rig', { symmetric: value })}
        title="Mirror every edit to the other side"
      />
      {skinned && (
        <Toggle
          label="Live weights"
          value={live}
          onChange={followWeights}
          title="Solve weights after every edit"
        />
      )}
    </Section>
  );
}

function EditButtons() {
  const joint = useStudio(({ view }) => view.scene.selected);
  const adding = useStudio(({ view }) => view.rig.adding);
  const meshed = useStudio((state) => (documentOf(state)?.model.mesh.triangles.length ?? 0) > 0);
  const none = joint < 0;
  const why = none ? 'Select a joint first' : undefined;
  return (
    <>
      <div className="rig-tools">
        <Button
          icon={<PlusIcon />}
          title={why ?? 'Insert a joint in the middle of the bone'}
          disabled={joint <= 0 && 'Select a joint below the root first'}
          onClick={() => splitSelected(joint)}
        >
          Split bone
        </Button>
        <Button
          icon={<PlusIcon />}
          title="Click on the body to add a joint"
          kind={adding ? 'primary' : 'plain'}
          onClick={() => setView('rig', { adding: !adding })}
        >
          Add joint
        </Button>
        <Button
          icon={<TargetIcon />}
          title={why ?? 'Move to the centre of the limb'}
          disabled={none ? 'Select a joint first' : !meshed && 'There is no mesh to move it into'}
          onClick={() => centerSelected(joint)}
        >
          Center
        </Button>
        <Button
          icon={<TrashIcon />}
          kind="danger"
          title={why ?? 'Children are parented to its parent'}
          disabled={none && 'Select a joint first'}
          onClick={() => deleteSelected(joint)}
        >
          Delete
        </Button>
      </div>
      {adding && (
        <p className="rig-callout" role="status">
          Click on the body: the new joint is placed at its centre.{' '}
          <button type="button" className="rig-link" disabled={none} onClick={() => addJointAt(joint)}>
            Or extend the selected bone
          </button>
        </p>
      )}
    </>
  );
}

/** Delete removes the selected joint; Escape ends adding, then edit mode. */
function useEditKeys(editing: boolean): void {
  useEffect(() => {
    if (!editing) return;
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
      const { scene, rig } = useStudio.getState().view;
      if (typing || event.defaultPrevented) return;
      if (event.key === 'Escape') {
        if (rig.adding) setView('rig', { adding: false });
        else stopEditing();
      } else if ((event.key === 'Delete' || event.key === 'Backspace') && scene.selected >= 0) {
        deleteSelected(scene.selected);
      } else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [editing]);
}
