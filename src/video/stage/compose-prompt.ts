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

/** The prompt for a picture of a creature that is to be reconstructed: whole, alone, limbs apart, at rest. */
export const composePicturePrompt = (subject: string): string =>
  `A picture of ${subject} alone on a plain light background, the whole body in the frame, seen from the side and a little ` +
  'from the front, standing at rest with limbs, tail and head apart from the body, even light, no shadow, no text, nothing else.';
