/**
 * @file The prompt of a stage: one object, a static camera, a plain background, the action, nothing new. What fits a rig
 * needs of a video, in the words that video models were trained on.
 */

/** Words for a video model: what to show, and what to leave out. */
export interface StagePrompt {
  readonly prompt: string;
  readonly negativePrompt: string;
}

/** The prompt for an action such as "walks to the left"; `subject` says what it is, "a dragon". */
export function composePrompt(action: string, subject = 'the creature'): StagePrompt {
  const doing = action.trim().replace(/[.\s]+$/, '') || 'moves';
  return {
    prompt:
      `Static tripod shot of ${subject} alone on a plain background. ${capitalise(subject)} ${doing}. ` +
      'The whole body stays in the frame at the same size. The camera does not move or zoom, the light does not change, ' +
      'the background stays plain, nothing else appears.',
    negativePrompt:
      'camera motion, zoom, pan, cut, scene change, new objects, second animal, text, particles, smoke, motion blur, changing colours',
  };
}

const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
