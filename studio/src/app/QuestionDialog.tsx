/** @file A question that waits for an answer: one button per answer, Escape for none. */

import { useEffect, useRef } from 'react';
import { Button } from '../controls/Button.js';
import type { Question } from '../store/view-state.js';

export function QuestionDialog({ question }: { readonly question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { title, message, answers, answer } = question;
  return (
    <dialog
      ref={dialog}
      className="question"
      aria-labelledby="question-title"
      aria-describedby="question-text"
      onCancel={(event) => {
        event.preventDefault();
        answer(null);
      }}
    >
      <h2 id="question-title">{title}</h2>
      <p id="question-text">{message}</p>
      <div className="question-answers">
        {answers.map(({ value, label, detail }, i) => (
          <div key={value}>
            <Button wide kind={i === 0 ? 'primary' : 'plain'} onClick={() => answer(value)}>
              {label}
            </Button>
            {detail && <small>{detail}</small>}
          </div>
        ))}
      </div>
      <Button kind="quiet" onClick={() => answer(null)}>
        Cancel
      </Button>
    </dialog>
  );
}
