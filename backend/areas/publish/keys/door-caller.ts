// The caller of a request from outside: whoever a key or an open address stands for, cut to the layers that are published to it.
import type { Rights } from '../../../../contract/schemas/layer';
import { namesOf, SERVICE_BITS, type Service, WRITE_BITS } from '../../../../contract/schemas/publish/bits';
import { type Caller, NOBODY, NONE } from '../../../identity/caller';

/** One published layer as one caller from outside may use it. */
export interface DoorLayer {
  id: number;
  title: string;
  description: string;
  licence: string;
  attribution: string;
  hiddenFields: string[];
  wideFields: string[];
  onlyApproved: boolean;
  timeField: string | null;
  services: Record<Service, boolean>;
  may: { add: boolean; edit: boolean; remove: boolean };
}

export interface DoorCaller {
  /** Null for the open door. */
  keyId: string | null;
  customerId: number;
  /** Acts for the key: never superuser, without modules, its rights cut to what is granted and published. */
  caller: Caller;
  layers: ReadonlyMap<number, DoorLayer>;
}

/** A published layer with what is granted there. */
export interface LayerRow {
  id: number;
  label: string;
  owner_id: number | null;
  customer_id: number;
  supervised: boolean;
  description: string;
  licence: string;
  attribution: string;
  hidden_fields: string[];
  wide_fields: string[];
  only_approved: boolean;
  time_field: string | null;
  services: number;
  writes: number;
  add: boolean;
  edit: boolean;
  delete: boolean;
}

function toLayer(row: LayerRow): DoorLayer {
  const published = namesOf(WRITE_BITS, row.writes);
  return {
    id: row.id,
    title: row.label,
    description: row.description,
    licence: row.licence,
    attribution: row.attribution,
    hiddenFields: row.hidden_fields,
    wideFields: row.wide_fields,
    onlyApproved: row.only_approved,
    timeField: row.time_field,
    services: namesOf(SERVICE_BITS, row.services),
    may: {
      add: row.add && published.add,
      edit: row.edit && published.edit,
      remove: row.delete && published.delete,
    },
  };
}

const rightsOf = ({ may }: DoorLayer): Rights => ({
  ...NONE,
  view: true,
  add: may.add,
  edit: may.edit,
  delete: may.remove,
});

export interface Identity {
  id: number;
  customer: number;
  username: string;
  /** Regions that limit what is seen, and the same with their revisions; empty for no limit. */
  regions: number[];
  regionKey: string;
  planEnds: Date | null;
  /** Layers of whose work not even the own one is seen before it is approved. */
  approvedIn: readonly number[];
}

/** A caller who has nothing but the rights on these layers. Of supervised ones they see what is approved, and what they made themselves. */
function toCaller({ approvedIn, ...identity }: Identity, rows: readonly LayerRow[]): Caller {
  const { id, customer } = identity;
  const granted = new Map(rows.map((row) => [row.id, rightsOf(toLayer(row))]));
  const ownIn = rows
    .filter((row) => id !== NOBODY && row.supervised && !row.only_approved && !approvedIn.includes(row.id))
    .map((row) => row.id);
  return {
    ...identity,
    session: '',
    superuser: false,
    roles: [],
    modules: [],
    perms: [],
    defaults: [],
    workdays: [],
    mustChange: false,
    approvedIn: rows
      .filter((row) => (row.supervised || row.only_approved) && !ownIn.includes(row.id))
      .map((row) => row.id),
    ownIn,
    granted,
    onlyGranted: true,
    rightsOn: (layer) => (layer.customer_id === customer ? (granted.get(layer.id) ?? NONE) : NONE),
  };
}

/** The door that an identity opens: these layers, as they are published and granted to it. */
export const toDoor = (keyId: string | null, identity: Identity, rows: readonly LayerRow[]): DoorCaller => ({
  keyId,
  customerId: identity.customer,
  caller: toCaller(identity, rows),
  layers: new Map(rows.map((row) => [row.id, toLayer(row)])),
});

/** The door that a person's key opens: what it is granted, where they have the right to it now, seen as they see it. */
export function toPersonDoor(keyId: string, person: Caller, rows: readonly LayerRow[]): DoorCaller {
  const { id, customer, username, regions, regionKey, planEnds, approvedIn } = person;
  const open = rows.flatMap((row) => {
    const rights = person.rightsOn(row);
    const may = { add: row.add && rights.add, edit: row.edit && rights.edit, delete: row.delete && rights.delete };
    return rights.view ? [{ ...row, ...may }] : [];
  });
  return toDoor(keyId, { id, customer, username, regions, regionKey, planEnds, approvedIn }, open);
}
