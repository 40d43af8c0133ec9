// The saved views of a layer in its table: which one is open, how the table differs from it, and the acts of views.
'use client';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerView } from '@/contract/schemas/layers/view';
import { useRead, useWrite } from '@/lib/api/hooks';
import { ifMatch } from '@/lib/api/use-resource';
import { useFormat } from '@/lib/i18n/use-format';
import { FILTER_KEY, readFilter } from '@/lib/routes/filter-link';
import { setInSearch } from '@/lib/routes/search';
import { DEFAULT_ARRANGEMENT } from '../../logic/columns';
import { soundGrouping } from '../../logic/layer-page/grouping';
import {
  arrangementOf,
  both,
  columnsOfTable,
  hasSameColumns,
  isSameTree,
  tableOfView,
  treeOfTable,
} from '../../logic/layer-page/view-query';
import { isFiltered, NO_QUERY } from '../../logic/table-query';
import { useGrouping } from '../layer-groups/use-grouping';
import { useArrangement, useColumns } from '../use-columns';
import type { TableState } from '../use-table-state';

const KEY = 'view';

const nameView = (view: number | null) => setInSearch(KEY, view === null ? null : String(view));

/** Keeps what the table shows as a view. */
function useViewActs(
  layer: Layer,
  parts: () => Pick<LayerView, 'query' | 'columns' | 'order'>,
  onOpened: (id: number | null) => void,
) {
  // biome-ignore format: one line
  const t = useTranslations('layerPage.views');
  const { prompt } = useDialogs();
  const create = useWrite(api.layerViews.create);
  const edit = useWrite(api.layerViews.edit);
  const mark = useWrite(api.layerViews.setDefault);
  const remove = useWrite(api.layerViews.remove);
  const adding = useAction((name: string) => create.mutateAsync({ body: { layer: layer.id, name, ...parts() } }), {
    done: ({ name }) => t('created', { name }),
  });
  type Change = {
    view: LayerView;
    set: Partial<Pick<LayerView, 'name' | 'shared' | 'query' | 'columns' | 'order' | 'groups'>>;
  };
  const changing = useAction(
    ({ view, set }: Change) =>
      edit.mutateAsync({ params: { id: view.id }, body: set, options: ifMatch(`"${view.version}"`) }),
    { done: ({ name }) => t('saved', { name }) },
  );
  const marking = useAction((view: LayerView) => mark.mutateAsync({ params: { id: view.id }, body: { is_default: !view.is_default } })); // biome-ignore format: one call
  const removing = useAction(({ id }: LayerView) => remove.mutateAsync({ params: { id } }), {
    confirm: ({ name, shared }) => ({ title: t('removeTitle', { name }), text: t(shared ? 'removeShared' : 'removeOwn'), confirm: t('remove'), danger: true }), // biome-ignore format: one question
    done: (_, { name }) => t('removed', { name }),
  });
  const askName = (value: string) =>
    prompt({ title: t('nameTitle'), label: t('name'), value, confirm: t('save'), maxLength: 100 });
  return {
    isBusy: adding.isBusy || changing.isBusy,
    save: (view: LayerView) => changing.run({ view, set: parts() }),
    saveAs: async () => {
      const name = await askName('');
      const view = name === null ? undefined : await adding.run(name);
      if (view) onOpened(view.id);
    },
    rename: async (view: LayerView) => {
      const name = await askName(view.name);
      if (name !== null && name !== view.name) await changing.run({ view, set: { name } });
    },
    share: (view: LayerView) => changing.run({ view, set: { shared: !view.shared } }),
    toggleDefault: marking.run,
    remove: async (view: LayerView) => {
      if (await removing.run(view)) onOpened(null);
    },
  };
}

export function useLayerViews(layer: Layer, { query, change }: TableState) {
  const { lang } = useFormat();
  const { form } = layer.config;
  const choice = useColumns(layer);
  const [arrangement, arrange] = useArrangement(layer.id);
  const { grouping, group } = useGrouping(form);
  const search = useSearchParams();
  const [named, filter] = [search.get(KEY), search.get(FILTER_KEY)];
  /** A filter that another screen has led here with. */
  const linked = useMemo(() => readFilter(filter), [filter]);
  const list = useRead(api.layerViews.list, { query: { layer: layer.id } });
  const view = useMemo(() => list.data?.find(({ id }) => String(id) === named) ?? null, [list.data, named]);
  const stored = useMemo(() => (view ? tableOfView(form, view, lang) : null), [form, view, lang]);
  const rest = useMemo(() => both(stored?.rest ?? null, linked), [stored, linked]);
  const tree = treeOfTable(form, query, lang, rest);
  const columns = columnsOfTable(choice.visible, arrangement);

  const open = (next: LayerView | null) => {
    nameView(next?.id ?? null);
    setInSearch(FILTER_KEY, null);
    change(next ? tableOfView(form, next, lang).query : NO_QUERY);
    group(next ? soundGrouping(form, next.groups) : null);
    arrange(next ? arrangementOf(next.columns, choice.all) : DEFAULT_ARRANGEMENT);
  };
  // What the address names, else what the reader begins with: once, and over nothing that was asked for already.
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || !list.data) return;
    isBegun.current = true;
    const first = view ?? (named === null ? list.data.find(({ is_default }) => is_default) : undefined);
    if (first && query.order === null && !isFiltered(query) && grouping === null && !linked) open(first);
  });
  const acts = useViewActs(layer, () => ({ query: tree, columns, order: query.order, groups: grouping }), nameView);
  const isChanged =
    view !== null &&
    stored !== null &&
    !(
      isSameTree(tree, treeOfTable(form, stored.query, lang, stored.rest)) &&
      query.order === stored.query.order &&
      JSON.stringify(grouping) === JSON.stringify(soundGrouping(form, view.groups)) &&
      hasSameColumns(columns, view.columns, choice.all)
    );
  return {
    views: list.data ?? [],
    view,
    rest,
    /** The table was led to with a filter of another screen. */
    isLinked: linked !== null,
    unlink: () => setInSearch(FILTER_KEY, null),
    isChanged,
    /** The address names a view that is not there for the reader. */
    isLost: named !== null && view === null && list.data !== undefined,
    isPlain: query.order === null && !isFiltered(query) && columns === null && grouping === null && !linked,
    /** What the table's filters and the view's own leave. */
    tree,
    grouping,
    group,
    open,
    acts,
  };
}
export type LayerViews = ReturnType<typeof useLayerViews>;
