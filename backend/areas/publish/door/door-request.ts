// One request at the outside door: whose it is, what it asks for, and the addresses that its answer names.
import type { RawBuilder } from 'kysely';
import { isReadable, valueType } from '../../../../contract/fields';
import { collectionName, doorPath } from '../../../../contract/ogc-api/names';
import type { OgcApiRequest } from '../../../../contract/ogc-api/read';
import type { Field } from '../../../../contract/schemas/form';
import type { World } from '../../../http/context';
import type { Lang } from '../../../http/errors';
import type { Caller } from '../../../identity/caller';
import type { LayerRow } from '../../layers/store';
import type { DoorCaller, DoorLayer } from '../keys/door-caller';

export type Sql = RawBuilder<unknown>;

export interface DoorRequest extends World {
  target: OgcApiRequest;
  door: DoorCaller;
  caller: Caller;
  lang: Lang;
  /** The address of the landing page by the door that was used, without a slash at its end. */
  base: string;
}

/** A published layer: as it is published, and as it is. */
export interface Published {
  layer: DoorLayer;
  row: LayerRow;
  /** Fields that the outside sees: they have one value to read, and are not hidden. */
  fields: Field[];
}

/** An answer before it is sent. */
export interface DoorAnswer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: string | Buffer | NodeJS.ReadableStream | null;
  /** Records in it, for the count of use. */
  records?: number;
  isCompressed?: boolean;
}

/** A refusal in English, as programs show it. */
export class DoorProblem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
  }
}
export const missing = () => new DoorProblem(404, 'There is nothing at this address.');

export const baseOf = (origin: string, { door }: Pick<OgcApiRequest, 'door'>): string => origin + doorPath(door);

export const visibleFields = ({ hiddenFields }: Pick<DoorLayer, 'hiddenFields'>, form: readonly Field[]): Field[] =>
  form.filter((field) => isReadable(field) && !hiddenFields.includes(field.name));

/** Whether a field's numbers are written as decimals: because they are, or because some are too large for what clients guess. */
export const isDecimal = ({ wideFields }: Pick<DoorLayer, 'wideFields'>, field: Field): boolean =>
  valueType(field) === 'decimal' || (valueType(field) === 'integer' && wideFields.includes(field.name));

export const collectionAddress = ({ base }: Pick<DoorRequest, 'base'>, layer: number): string =>
  `${base}/collections/${collectionName(layer)}`;

/** The address of the request itself, with other parameters: `null` takes one out. */
export function selfAddress({ base, target }: DoorRequest, changes: Record<string, string | null> = {}): string {
  const params = new Map(target.params);
  for (const [name, value] of Object.entries(changes))
    if (value === null) params.delete(name);
    else params.set(name, value);
  const query = new URLSearchParams([...params]).toString();
  return `${base}${target.tail}${query ? `?${query}` : ''}`;
}
