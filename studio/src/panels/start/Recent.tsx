/** @file What was worked on before and is still kept in this browser. */

import { Button } from '../../controls/Button.js';
import { IconButton } from '../../controls/IconButton.js';
import { PlusIcon, TrashIcon } from '../../controls/icons.js';
import { ListRow } from '../../controls/ListRow.js';
import { Section } from '../../controls/Section.js';
import { dropSession, greet, openSession } from '../../state/actions/keep.js';
import { useStudio } from '../../state/store.js';
import { timeAgo } from './time-ago.js';

export function Recent() {
  const kept = useStudio(({ view }) => view.session.kept);
  const current = useStudio(({ view }) => view.session.current);
  if (kept.length === 0) return null;
  return (
    <Section title="Your work">
      <ul className="list">
        {kept.map(({ id, name, savedAt }) => (
          <ListRow
            key={id}
            title={name}
            detail={id === current ? 'open' : timeAgo(savedAt, Date.now())}
            selected={id === current}
            onClick={() => id !== current && void openSession(id)}
            actions={
              <IconButton
                label={`Forget ${name}`}
                icon={<TrashIcon />}
                onClick={() => void dropSession(id)}
              />
            }
          />
        ))}
      </ul>
      <p className="hint">Kept in this browser after every change.</p>
      <Button kind="quiet" icon={<PlusIcon />} onClick={() => void greet()}>
        Start fresh
      </Button>
    </Section>
  );
}
