// What a region is called, by what it is known and inside which it lies; of a new one too, whose shape comes from the map.
'use client';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { ColourField } from '@/components/fields/colour-field';
import { FormBody } from '@/components/form/resource-form';
import { OptionPick } from '@/components/pickers/option-pick';
import { fold } from '@/contract/fold';
import { api } from '@/contract/index';
import type { Geometry } from '@/contract/schemas/common';
import { NewRegion, type Region, RegionEdit, type RegionFields } from '@/contract/schemas/region';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { readResource } from '@/lib/api/use-resource';
import type { OptionSource } from '@/lib/collection/options';
import { type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { withParts } from '../../logic/tree';
import classes from '../regions.module.css';
import type { RegionWrites } from '../use-open-region';

interface Values {
  label: string;
  code: string;
  parent: number | null;
  colour: string | null;
  note: string;
}
const MAX_OPTIONS = 100;
const FIRST_COLOUR = '#6741d9';

const valuesOf = ({ label, code, parent, colour, note }: Pick<Region, keyof Values>): Values => ({
  label,
  code: code ?? '',
  parent,
  colour,
  note,
});
const bodyOf = ({ code, ...rest }: Partial<Values>) => ({
  ...rest,
  ...(code === undefined ? {} : { code: code.trim() || null }),
});

/** Regions to lie in: all but the region itself and what lies in it. */
function useParents(tree: readonly RegionBranch[], id: number | null): OptionSource {
  const [search, setSearch] = useState('');
  return useMemo(() => {
    const barred = id === null ? new Set<number>() : withParts(tree, id);
    const all = tree.filter((region) => !barred.has(region.id));
    const matches = all.filter(({ label, code }) => fold(`${label} ${code ?? ''}`).includes(fold(search)));
    const toOption = ({ id: value, label, code }: RegionBranch) => ({ id: value, label, hint: code ?? undefined });
    return { options: matches.slice(0, MAX_OPTIONS).map(toOption), known: all.map(toOption), isLoading: false, error: null, retry: () => undefined, onSearch: setSearch, more: null }; // biome-ignore format: one source
  }, [tree, id, search]);
}

export interface FactsProps {
  tree: readonly RegionBranch[];
  /** Null makes a new region of `geometry`. */
  region: Region | null;
  etag: string | null;
  geometry?: Geometry | null;
  /** How a new one begins. */
  begin?: Partial<Values>;
  writes: RegionWrites;
  onSaved: (region: Region) => void;
  onCancel?: () => void;
}

export function Facts({ tree, region, etag, geometry, begin, writes, onSaved, onCancel }: FactsProps) {
  const t = useTranslations('regions.facts');
  const parents = useParents(tree, region?.id ?? null);
  const [initial] = useState<Standing<Values>>({
    values: region ? valuesOf(region) : { label: '', code: '', parent: null, colour: null, note: '', ...begin },
    etag,
  });
  const params = { id: region?.id ?? 0 };
  const resource = useResourceForm<Values, Region>({
    initial,
    isNew: region === null,
    schema: region ? RegionEdit : NewRegion.omit({ geometry: true }),
    toBody: bodyOf,
    send: async (body, tag) => {
      const fields = body as RegionFields;
      const saved = region
        ? await writes.write(api.regions.edit, { params, body: fields }, tag)
        : await writes.write(api.regions.create, { body: { ...fields, label: fields.label ?? '', geometry: geometry as never } }, null); // biome-ignore format: one call
      return saved.body;
    },
    ...(region
      ? {
          reload: async () => {
            const read = await readResource(api.regions.one, { params });
            return { values: valuesOf(read.body), etag: read.etag };
          },
        }
      : {}),
    onSaved: (saved) => {
      toast({ type: 'success', message: t('saved', { name: saved.label }) });
      onSaved(saved);
    },
  });
  const { form } = resource;
  const { colour, parent } = form.values;
  return (
    <FormBody
      resource={resource}
      isNew={region === null}
      isSticky
      submit={t(region ? 'save' : 'create')}
      names={{ label: t('label'), code: t('code'), parent: t('parent'), colour: t('colour'), note: t('note') }}
      {...(onCancel ? { onCancel } : {})}
    >
      <TextInput label={t('label')} required maxLength={200} {...form.getInputProps('label')} />
      <TextInput label={t('code')} description={t('codeHint')} maxLength={40} {...form.getInputProps('code')} />
      <OptionPick
        label={t('parent')}
        placeholder={t('top')}
        source={parents}
        value={parent === null ? [] : [parent]}
        onChange={([next]) => form.setFieldValue('parent', next ?? null)}
        max={1}
        error={form.errors.parent}
      />
      <div className={classes.colour}>
        <ColourField
          label={t('colour')}
          value={colour ?? FIRST_COLOUR}
          onChange={(next) => form.setFieldValue('colour', next)}
        />
        <Button
          variant="subtle"
          color="gray"
          disabled={colour === null}
          onClick={() => form.setFieldValue('colour', null)}
        >
          {t('noColour')}
        </Button>
      </div>
      <Textarea label={t('note')} rows={3} maxLength={2000} {...form.getInputProps('note')} />
    </FormBody>
  );
}
