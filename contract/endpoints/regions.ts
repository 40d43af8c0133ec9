// Regions: the areas that limit what people see and edit.
import { z } from 'zod';
import { del, get, post, put } from '../define';
import { Done, page } from '../schemas/common';
import {
  NewRegion,
  Region,
  RegionAt,
  RegionEdit,
  RegionGround,
  RegionHere,
  RegionQuery,
  RegionsDetail,
  ShortRegion,
} from '../schemas/region';
import {
  RegionEffect,
  RegionEffectOrder,
  RegionPeopleChange,
  RegionPeopleQuery,
  RegionPerson,
  RegionWork,
} from '../schemas/regions/reach';
import { RegionReshape, RegionReshaped } from '../schemas/regions/reshape';
import { RegionShapeOrder, RegionShapes } from '../schemas/regions/shape';
import { RegionBranch, RegionFit, RegionOverlaps, RegionOverlapsQuery } from '../schemas/regions/tree';
import { RegionsUpload, RegionsUploaded } from '../schemas/regions/upload';

const geometry = { type: 'Polygon', coordinates: [[[50, 30], [51, 30], [51, 31], [50, 30]]] }; // biome-ignore format: a triangle
const needs = { module: 16 };

/** People bound to regions who manage neither regions nor people see only their own. */
export const regions = {
  list: get('region/', {
    query: RegionQuery,
    ok: page(Region),
    needs: 'session',
    reads: ['region'],
    example: { query: { limit: '2', is_detailed: 'true' } },
  }),
  short: get('short-region/', { ok: z.array(ShortRegion), needs: 'session', reads: ['region'], example: {} }),
  /** The caller's own regions; all of the customer where they have none. */
  accessed: get('region/get_accessed/', {
    query: RegionsDetail,
    ok: z.array(Region),
    needs: 'session',
    reads: ['region'],
    example: {},
  }),
  /** What the caller's own regions cover together, true to two metres: outside of it nothing is seen or saved. Null where they have none. */
  ground: get('region/ground/', { ok: RegionGround, needs: 'session', reads: ['region'], beyond: true, example: {} }),
  /** Where a shape lies that nobody has saved yet. */
  at: post('region/at/', {
    body: RegionAt,
    ok: RegionHere,
    needs: 'session',
    reads: ['region'],
    background: true,
    beyond: true,
    example: { body: { geometry: { type: 'Point', coordinates: [51.4, 35.7] } } },
  }),
  /** All of them without their shapes, by label. */
  tree: get('region/tree/', {
    ok: z.array(RegionBranch),
    needs,
    reads: ['region', 'user', 'project'],
    beyond: true,
    example: {},
  }),
  /** Regions of one parent that share ground. */
  overlaps: get('region/overlaps/', {
    query: RegionOverlapsQuery,
    ok: RegionOverlaps,
    needs,
    reads: ['region'],
    heavy: true,
    seconds: 60,
    beyond: true,
    example: { query: { limit: '10' } },
  }),
  /** Makes shapes of shapes and saves nothing. */
  shape: post('region/shape/', {
    body: RegionShapeOrder,
    ok: RegionShapes,
    needs,
    beyond: true,
    example: { body: { act: 'union', of: [{ region: 'region' }, { region: 'spareRegion' }] } },
  }),
  one: get('region/:id/', {
    ok: Region,
    needs: 'session',
    reads: ['region'],
    beyond: true,
    example: { params: { id: 'region' } },
  }),
  create: post('region/', {
    body: NewRegion,
    ok: Region,
    needs,
    touches: ['region'],
    example: { body: { label: 'Example', geometry } },
  }),
  edit: put('region/:id/', {
    body: RegionEdit,
    ok: Region,
    needs,
    touches: ['region', 'record'],
    example: { params: { id: 'spareRegion' }, body: { label: 'Example' } },
  }),
  remove: del('region/:id/', {
    ok: Done,
    needs,
    touches: ['region', 'record'],
    example: { params: { id: 'spareRegion' } },
  }),
  /** Another shape with the regions that are cut off it, or that end in it, in one transaction. */
  reshape: post('region/:id/reshape/', {
    body: RegionReshape,
    ok: RegionReshaped,
    needs,
    touches: ['region', 'record', 'user'],
    beyond: true,
    example: { params: { id: 'region' }, body: { geometry, parts: [{ label: 'Part', geometry }] } },
  }),
  /** What another shape, or none, would change for whom. Reads only. */
  effect: post('region/:id/effect/', {
    body: RegionEffectOrder,
    ok: RegionEffect,
    needs,
    heavy: true,
    seconds: 60,
    beyond: true,
    example: { params: { id: 'region' }, body: { geometry } },
  }),
  /** Where it overlaps others, and where they leave gaps. */
  fit: get('region/:id/fit/', {
    ok: RegionFit,
    needs,
    reads: ['region'],
    heavy: true,
    seconds: 60,
    beyond: true,
    example: { params: { id: 'region' } },
  }),
  /** Projects in it, and records by layer. */
  work: get('region/:id/work/', {
    ok: RegionWork,
    needs,
    reads: ['region', 'record', 'project'],
    heavy: true,
    seconds: 60,
    beyond: true,
    example: { params: { id: 'region' } },
  }),
  /** Who is bound to it, by name. */
  people: get('region/:id/people/', {
    query: RegionPeopleQuery,
    ok: page(RegionPerson),
    needs,
    reads: ['region', 'user'],
    beyond: true,
    example: { params: { id: 'region' }, query: { limit: '10' } },
  }),
  /** Gives people to a region and takes them from it, all or none. The region's ETag changes with it. */
  changePeople: post('region/:id/people/', {
    body: RegionPeopleChange,
    ok: Region,
    needs,
    touches: ['region', 'user', 'record'],
    beyond: true,
    example: { params: { id: 'region' }, body: { add: ['mate'] } },
  }),
  /** Multipart with one part `file`: every polygon of an importable file becomes a region, or the new shape of the one with its code; all or none, at most 5,000. */
  upload: post('regionsupload/', {
    query: RegionsUpload,
    as: 'form',
    ok: RegionsUploaded,
    needs,
    touches: ['region', 'record'],
    seconds: 600,
  }),
};
