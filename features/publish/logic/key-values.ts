// A key as its form has it. Pure.
import type { GrantInput, OwnKey, PublishKey } from '@/contract/schemas/publish/key';

export interface KeyValues {
  label: string;
  layers: GrantInput[];
  regions: number[];
  days: number;
  addresses: string[];
  in_address: boolean;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 90;

export const NEW_KEY: KeyValues = {
  label: '',
  layers: [],
  regions: [],
  days: DEFAULT_DAYS,
  addresses: [],
  in_address: false,
};

/** Days from one ISO day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** One's own key has no regions. */
export const valuesOf = (
  key: Omit<OwnKey, 'lost'> & { regions?: PublishKey['regions'] },
  today: string,
): KeyValues => ({
  label: key.label,
  layers: key.layers.map(({ id, label: _, ...may }) => ({ layer: id, ...may })),
  regions: (key.regions ?? []).map(({ id }) => id),
  days: daysBetween(today, key.expires),
  addresses: key.addresses,
  in_address: key.in_address,
});

/** The layers of a key after a pick: those that stay keep what they allow. */
export const pickLayers = (layers: readonly GrantInput[], ids: readonly number[]): GrantInput[] =>
  ids.map((layer) => layers.find((one) => one.layer === layer) ?? { layer, add: false, edit: false, delete: false });

/** A key in an address only reads. */
export const toReading = (layers: readonly GrantInput[]): GrantInput[] =>
  layers.map(({ layer }) => ({ layer, add: false, edit: false, delete: false }));

export const withoutRegions = ({ regions: _, ...rest }: Partial<KeyValues>): Partial<KeyValues> => rest;
