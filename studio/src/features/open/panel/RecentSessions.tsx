/** @file Recent sessions, stored in this browser. */

import { Button } from '../../../controls/Button.js';
import { IconButton } from '../../../controls/IconButton.js';
import { PlusIcon, TrashIcon } from '../../../controls/icons.js';
import { ListRow } from '../../../controls/ListRow.js';
import { Section } from '../../../controls/Section.js';
import { notify, useStudio } from '../../../store/store.js';
import { openSession, removeSession } from '../actions/save-session.js';
import { openDefault } from '../actions/start-studio.js';
import { timeAgo } from './time-ago.js';

async function open(id: string, name: string): Promise<void> {
  if (!(await openSession(id))) notify('warning', `The session "${name}" is damaged and cannot be opened.`);
}

export function RecentSessions() {
  const sessions = useStudio(({ view }) => view.session.sessions);
  const current = useStudio(({ view }) => view.session.current);
  if (sessions.length === 0) return null;
  return (
    <Section title="Recent sessions">
      <ul className="list">
        {sessions.map(({ id, name, savedAt }) => (
          <ListRow
            key={id}
            title={name}
            detail={id === current ? 'open' : timeAgo(savedAt, Date.now())}
            selected={id === current}
            onClick={() => id !== current && void open(id, name)}
            actions={
              <IconButton
                label={`Delete ${name}`}
                icon={<TrashIcon />}
                onClick={() => void removeSession(id)}
              />
            }
          />
        ))}
      </ul>
      <p className="hint">Saved in this browser after every change.</p>
      <Button kind="quiet" icon={<PlusIcon />} onClick={() => void openDefault()}>
        Start fresh
      </Button>
    </Section>
  );
}
