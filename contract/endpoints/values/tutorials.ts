// Tutorials of the organisation's own: read by whom they are for, written by those who announce.
import { z } from 'zod';
import { NOTIFIERS } from '../../catalogue';
import { del, get, patch, post } from '../../define';
import { Done } from '../../schemas/common';
import { NewTutorial, Tutorial, TutorialEdit, TutorialOrder } from '../../schemas/messages/tutorial';

const writers = { module: NOTIFIERS };
const writing = { needs: writers, touches: ['tutorial'], beyond: true as const };
const reading = { needs: 'session' as const, reads: ['tutorial'], beyond: true as const };

export const tutorials = {
  /** In their order. */
  list: get('tutorial/', { ...reading, ok: z.array(Tutorial), example: {} }),
  one: get('tutorial/:id/', { ...reading, ok: Tutorial, example: { params: { id: 'tutorial' } } }),
  create: post('tutorial/', {
    ...writing,
    body: NewTutorial,
    ok: Tutorial,
    example: { body: { title: 'Example', text: 'How we **survey**' } },
  }),
  edit: patch('tutorial/:id/', {
    ...writing,
    body: TutorialEdit,
    ok: Tutorial,
    example: { params: { id: 'tutorial' }, body: { title: 'Example' } },
  }),
  /** Its video goes with it. */
  remove: del('tutorial/:id/', { ...writing, ok: Done, example: { params: { id: 'spareTutorial' } } }),
  order: post('tutorial/order/', {
    ...writing,
    body: TutorialOrder,
    ok: Done,
    example: { body: { ids: ['tutorial'] } },
  }),
  /** A form with an mp4 or webm of at most 100 MB in `path`; it takes the place of the one before. */
  setVideo: post('tutorial/:id/video/', { ...writing, as: 'form', ok: Tutorial, seconds: 600 }),
  removeVideo: del('tutorial/:id/video/', { ...writing, ok: Tutorial, example: { params: { id: 'tutorial' } } }),
  /** Whole or in part, as a player asks. */
  video: get('tutorial/:id/video/', { ...reading, ok: z.unknown(), gives: 'stream', seconds: 600 }),
};
