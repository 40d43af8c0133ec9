// One's own keys: programs outside that come with them have the rights of their person at that moment, cut to what the key names.
import { z } from 'zod';
import { del, get, patch, post } from '../../define';
import { NewOwnKey, OwnKey, OwnKeyEdit, OwnKeyLayer, OwnKeySecret } from '../../schemas/publish/key';

const needs = 'session';

export const ownKeys = {
  /** Those that work or have ended, and those that were revoked in the last 90 days, the newest first. */
  list: get('own_key/', {
    ok: z.array(OwnKey),
    needs,
    personal: true,
    reads: ['publish', 'layer'],
    beyond: true,
    example: {},
  }),
  /** The published layers that one sees, by their names; at most 1,000. */
  layers: get('own_key_layer/', {
    ok: z.array(OwnKeyLayer),
    needs,
    reads: ['publish', 'layer'],
    beyond: true,
    example: {},
  }),
  /** At most MAX_OWN_KEYS that are not revoked. A layer that is named is published, seen, and written only as one may oneself. */
  create: post('own_key/', {
    body: NewOwnKey,
    ok: OwnKeySecret,
    needs,
    touches: ['publish'],
    beyond: true,
    example: {
      body: {
        label: 'Example',
        layers: [{ layer: 'lines', add: false, edit: false, delete: false }],
        days: 90,
        addresses: [],
        in_address: false,
      },
    },
  }),
  /** What is left out stays. Send the ETag in If-Match; 412 carries `current`. */
  edit: patch('own_key/:id/', {
    body: OwnKeyEdit,
    ok: OwnKey,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { params: { id: 'ownKey' }, body: { label: 'Example' } },
  }),
  /** For ever, within a second. */
  revoke: del('own_key/:id/', {
    ok: OwnKey,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { params: { id: 'spareOwnKey' } },
  }),
  /** A new secret; the old one works for OLD_SECRET_HOURS more. */
  rotate: post('own_key/:id/rotate/', {
    ok: OwnKeySecret,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { params: { id: 'ownKey' } },
  }),
};
