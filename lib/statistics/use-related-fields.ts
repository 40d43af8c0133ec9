// The fields of the records that a layer's own belong to, by which statistics can be grouped.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../contract';
import { hasNoValue, isFiles, isList } from '../../contract/fields';
import type { Field } from '../../contract/schemas/form';
import { call } from '../api/client';
import { keyOf } from '../api/keys';
import { useRelations } from '../api/use-relations';
import type { RelatedFields } from './related-fields';

const STALE_MS = 60_000;
const isSingle = (field: Field) => !hasNoValue(field) && !isFiles(field) && !isList(field);

/** Relations whose other layer the reader does not see are not among them. */
export function useRelatedFields(layer: number, isOn = true): RelatedFields[] {
  const relations = useRelations(layer, isOn);
  const parents = useMemo(
    () =>
      relations.flatMap(({ relation, side }) =>
        side === 'parents' && relation.parent
          ? [{ relation: relation.key, label: relation.back_label, layer: relation.parent.layer }]
          : [],
      ),
    [relations],
  );
  const ids = useMemo(() => [...new Set(parents.map((one) => one.layer))], [parents]);
  const forms = useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(api.layers.fields, { params: { id } }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(api.layers.fields, { params: { id } }, { signal }),
      staleTime: STALE_MS,
    })),
    combine: (reads) => reads.map(({ data }) => data),
  });
  return useMemo(
    () =>
      parents.flatMap(({ relation, label, layer: parent }) => {
        const fields = forms[ids.indexOf(parent)]?.filter(isSingle) ?? [];
        return fields.length > 0 ? [{ relation, label, layer: parent, fields }] : [];
      }),
    [parents, forms, ids],
  );
}
