// What an organisation teaches its people in its own words, beside the help pages.
import { z } from 'zod';
import { can, ids, why } from '../common';
import { Person } from '../session';

/** Tutorials of an organisation: a reader's browser holds all of them. */
export const MAX_TUTORIALS = 100;
/** Bytes of a video. */
export const MAX_VIDEO_BYTES = 100 * 1024 * 1024;

const Audience = z.enum(['all', 'roles']);
export const Tutorial = z.object({
  id: z.number(),
  title: z.string(),
  /** Markdown as help pages have it; markup of its own stays text. */
  text: z.string(),
  /** The address of a video or page elsewhere. */
  link: z.string().nullable(),
  /** `path` below / plays it for whoever may read the tutorial; another one for another video. */
  video: z.object({ path: z.string(), name: z.string(), type: z.string(), size: z.number() }).nullable(),
  audience: Audience,
  /** Whom it is for beside its writers, said to these alone; a role that is no more is not among them. */
  roles: z.array(z.object({ id: z.number(), name: z.string() })).optional(),
  user: Person.nullable(),
  date: z.string(),
  edited: z.string().nullable(),
  can_edit: can,
  can_delete: can,
  why,
});
export type Tutorial = z.infer<typeof Tutorial>;

export const NewTutorial = z.strictObject({
  title: z.string().trim().min(1).max(200),
  text: z.string().trim().min(1).max(10_000),
  /** Null takes it away. */
  link: z
    .url({ protocol: /^https$/, hostname: z.regexes.domain })
    .max(500)
    .nullable()
    .optional(),
  audience: Audience.optional(),
  /** Of the own organisation; they count where `audience` is `roles`, which needs one of them. */
  roles: ids(100).optional(),
});
export const TutorialEdit = NewTutorial.partial();
/** Ids in the order in which they are to stand; those that it does not name stay where they are. */
export const TutorialOrder = z.strictObject({ ids: ids(MAX_TUTORIALS) });
