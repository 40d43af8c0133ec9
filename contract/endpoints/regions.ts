// Regions: the areas that limit what people see and edit.
import { z } from 'zod';
import { del, get, post, put } from '../define';
import { Done, page } from '../schemas/common';
import {
  NewRegion,
  Region,
  RegionAt,
  RegionEdit,
  RegionHere,
  RegionQuery,
  RegionsDetail,
  RegionsUpload,
  RegionsUploaded,
  ShortRegion,
} from '../schemas/region';

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
  /** Multipart with one part `file`: every polygon of an importable file becomes a region, all or none, at most 5,000. */
  upload: post('regionsupload/', {
    query: RegionsUpload,
    as: 'form',
    ok: RegionsUploaded,
    needs,
    touches: ['region'],
    seconds: 600,
  }),
};
