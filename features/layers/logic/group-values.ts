// A group of layers as its form holds it.
import type { LayerGroup, LayerGroupInput } from '@/contract/schemas/layers/group';
import type { Resource } from '@/lib/api/use-resource';
import type { Standing } from '@/lib/form/use-resource-form';

export interface GroupValues {
  label: string;
  description: string;
  /** Id of the group that it stands in, as a list of choices has it. */
  parent: string | null;
  /** As the server has it, or a data address. */
  logo: string | null;
  /** The first is on top. */
  layer: number[];
}

export const NEW_GROUP: Standing<GroupValues> = {
  values: { label: '', description: '', parent: null, logo: null, layer: [] },
  etag: null,
};

export const toStanding = ({ body, etag }: Resource<LayerGroup>): Standing<GroupValues> => ({
  values: {
    label: body.label,
    description: body.description ?? '',
    parent: body.parent ? String(body.parent.id) : null,
    logo: body.logo,
    layer: body.layer,
  },
  etag,
});

/** The body of a call from the fields that have changed; a group is never written without its name. */
export function toBody(label: string, { parent, ...fields }: Partial<GroupValues>): LayerGroupInput {
  return { ...fields, label, ...(parent === undefined ? {} : { parent: parent === null ? null : Number(parent) }) };
}

/** What takes a change back: all but the logo, whose former picture is gone. */
export const toUndo = ({ logo: _, ...values }: GroupValues): LayerGroupInput => toBody(values.label, values);

/** Layers put on top of those of a group, each once. */
export const withLayers = (layers: readonly number[], added: readonly number[]): number[] => [
  ...new Set([...added, ...layers]),
];

/** Names of the groups that hold each layer, without one of them. */
export function groupsByLayer(groups: readonly LayerGroup[], except: number | null): ReadonlyMap<number, string[]> {
  const names = new Map<number, string[]>();
  for (const { id, label, layer } of groups)
    if (id !== except) for (const one of layer) names.set(one, [...(names.get(one) ?? []), label]);
  return names;
}
