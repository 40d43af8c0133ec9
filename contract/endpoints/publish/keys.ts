// Keys of programs outside. A secret stands only in the answer to the call that made it.
import { z } from 'zod';
import { del, get, patch, post } from '../../define';
import {
  NewPublishKey,
  PublishKey,
  PublishKeyEdit,
  PublishKeyQuery,
  PublishKeySecret,
} from '../../schemas/publish/key';

const needs = 'superuser';

export const publishKeys = {
  /**
   * Those that work or have ended, and those that were revoked in the last 90 days: those of programs, at most 500, then those of people,
   * at most MAX_LISTED_PERSONAL; each the newest first.
   */
  list: get('publish_key/', {
    query: PublishKeyQuery,
    ok: z.array(PublishKey),
    needs,
    reads: ['publish', 'layer', 'region'],
    beyond: true,
    example: {},
  }),
  /** At most MAX_PUBLISH_KEYS that are not revoked. */
  create: post('publish_key/', {
    body: NewPublishKey,
    ok: PublishKeySecret,
    needs,
    touches: ['publish'],
    beyond: true,
    example: {
      body: {
        label: 'Example',
        layers: [{ layer: 'lines', add: false, edit: false, delete: false }],
        regions: [],
        days: 90,
        addresses: [],
        in_address: false,
      },
    },
  }),
  /** What is left out stays. The key of a person is theirs to change. Send the ETag in If-Match; 412 carries `current`. */
  edit: patch('publish_key/:id/', {
    body: PublishKeyEdit,
    ok: PublishKey,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { params: { id: 'publishKey' }, body: { label: 'Example' } },
  }),
  /** For ever, within a second; also the key of a person. */
  revoke: del('publish_key/:id/', {
    ok: PublishKey,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { params: { id: 'sparePublishKey' } },
  }),
  /** A new secret; the old one works for OLD_SECRET_HOURS more. Of a person's key nobody else gets one: it acts as they do. */
  rotate: post('publish_key/:id/rotate/', {
    ok: PublishKeySecret,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { params: { id: 'publishKey' } },
  }),
};
