// What can be done with one layer, as the acts of its row. What is not allowed is left out.
'use client';
import {
  IconCopy,
  IconDownload,
  IconFileUpload,
  IconForms,
  IconMap,
  IconPalette,
  IconPencil,
  IconPhotoEdit,
  IconPlus,
  IconRefresh,
  IconTable,
  IconTrash,
  IconUserShare,
  IconUsersGroup,
  IconWorldCog,
} from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { RowAct } from '@/components/collection/acts';
import { useDialogs } from '@/components/feedback/dialogs';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import type { LayerAct as ActId } from '@/contract/schemas/layers/acts';
import { call } from '@/lib/api/client';
import { useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { href, type Who } from '@/lib/routes/rules';
import { openStyling } from '@/map/index';
import { actProblem } from '../logic/acts';

export interface LayerActsOptions {
  who: Who | null;
  onShare: (layer: Layer) => void;
  onExport: (layer: Layer) => void;
  onCopy: (layer: Layer) => void;
  onSync: (layer: Layer) => void;
  /** Null where this person may not name people. */
  onOwner: ((layer: Layer) => void) | null;
}

type LayerAct = RowAct & { id: ActId };
type Words = ReturnType<typeof useTranslations<'layers'>>;

/** Where a layer is looked at, and grows. */
const placesOf = (id: number, t: Words): LayerAct[] => [
  {
    id: 'records',
    icon: <IconTable size={16} />,
    label: t('actions.records'),
    href: href('layerData', { id }),
  },
  {
    id: 'map',
    icon: <IconMap size={16} />,
    label: t('actions.map'),
    href: `${href('home')}?layer=${id}`,
  },
  {
    id: 'add',
    icon: <IconPlus size={16} />,
    label: t('actions.add'),
    href: href('addData', { id }),
  },
  {
    id: 'append',
    icon: <IconFileUpload size={16} />,
    label: t('actions.append'),
    href: href('layerAppend', { layer_id: id, id: 'upload' }),
  },
];

/** What draws a layer without records: a service, or a file. */
const sourceActs = ({ id, type }: Layer, t: Words): LayerAct[] => [
  {
    id: 'source',
    group: 'change',
    icon: <IconWorldCog size={16} />,
    label: t('actions.source'),
    href: href(type === LAYER_TYPES.wms ? 'wmsEditor' : 'wmtsEditor', { id }),
  },
  {
    id: 'raster',
    group: 'change',
    icon: <IconPhotoEdit size={16} />,
    label: t('actions.raster'),
    href: href('rasterEditor', { id }),
  },
];

/** Who may do what there, whose it is, and another of its kind. */
const handingActs = (layer: Layer, { onShare, onOwner, onCopy }: LayerActsOptions, t: Words): LayerAct[] => [
  {
    id: 'access',
    group: 'change',
    icon: <IconUsersGroup size={16} />,
    label: t('actions.access'),
    run: () => onShare(layer),
  },
  ...(onOwner
    ? [{ id: 'owner' as const, group: 'change', icon: <IconUserShare size={16} />, label: t('actions.owner'), run: () => onOwner(layer) }] // biome-ignore format: one act
    : []),
  {
    id: 'copy',
    group: 'change',
    icon: <IconCopy size={16} />,
    label: t('actions.copy'),
    run: () => onCopy(layer),
  },
];

/** The acts of a layer's row, in the order in which they are used. */
export function useLayerActs(options: LayerActsOptions): (layer: Layer) => RowAct[] {
  const { who, onExport, onSync } = options;
  const t = useTranslations('layers');
  const router = useRouter();
  const rename = useRename();
  const remove = useRemove();
  return (layer) => {
    const acts: LayerAct[] = [
      ...placesOf(layer.id, t),
      {
        id: 'export',
        icon: <IconDownload size={16} />,
        label: t('actions.export'),
        run: () => onExport(layer),
      },
      {
        id: 'sync',
        icon: <IconRefresh size={16} />,
        label: t('actions.sync'),
        run: () => onSync(layer),
      },
      {
        id: 'rename',
        group: 'change',
        icon: <IconPencil size={16} />,
        label: t('actions.rename'),
        run: () => void rename(layer),
      },
      {
        id: 'form',
        group: 'change',
        icon: <IconForms size={16} />,
        label: t('actions.form'),
        href: href('formEditor', { id: layer.id }),
      },
      ...sourceActs(layer, t),
      {
        id: 'style',
        group: 'change',
        icon: <IconPalette size={16} />,
        label: t('actions.style'),
        run: () => {
          void openStyling(layer.id);
          router.push(`${href('home')}?layer=${layer.id}`);
        },
      },
      ...handingActs(layer, options, t),
      {
        id: 'remove',
        group: 'remove',
        icon: <IconTrash size={16} />,
        label: t('actions.remove'),
        isDanger: true,
        run: () => void remove(layer),
      },
    ];
    return acts.flatMap((act) => {
      const problem = actProblem(act.id, layer, who);
      if (problem === null) return [act];
      const right = problem !== 'hidden' && t(`access.rights.${problem}`);
      return right ? [{ ...act, whyNot: t('whyNot', { right }) }] : [];
    });
  };
}

function useRename() {
  const t = useTranslations('layers.rename');
  const { prompt } = useDialogs();
  const edit = useWrite(api.layers.edit);
  const { run } = useAction(edit.mutateAsync, { done: ({ label }) => t('done', { label }) });
  return async ({ id, label }: Layer) => {
    const next = await prompt({ title: t('title'), label: t('label'), value: label, confirm: t('save') });
    if (next !== null && next !== label) await run({ params: { id }, body: { label: next } });
  };
}

function useRemove() {
  const t = useTranslations('layers');
  const { number, listed } = useFormat();
  const remove = useWrite(api.layers.remove);
  const restore = useWrite(api.layers.restore);
  const { run } = useAction(({ id }: Layer) => remove.mutateAsync({ params: { id } }), {
    confirm: async ({ id, label, record_count }) => {
      // Without an answer it is asked with what the list knows.
      const usage = await call(api.layers.usage, { params: { id } }).catch(() => null);
      const names = (list: readonly string[] | undefined) => (list?.length ? listed(list) : 'none');
      const count = usage?.records ?? record_count;
      const files = usage?.files ?? 0;
      return {
        title: t('remove.title', { label }),
        text: t('remove.text', {
          n: number(count),
          count,
          f: number(files),
          files,
          groups: names(usage?.groups),
          projects: names(usage?.projects),
          relations: names(usage?.relations),
        }),
        confirm: t('remove.confirm'),
        danger: true,
      };
    },
    done: (_, { label }) => t('remove.done', { label }),
    undo: async (_, { id, label }) => {
      await restore.mutateAsync({ params: { id } });
      return t('trash.restored', { label });
    },
  });
  return run;
}
