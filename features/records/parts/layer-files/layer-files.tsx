// The files of all records of a layer: pictures as a gallery, all of them as a list, and the places of pictures on a map.
'use client';
import { Anchor, SegmentedControl, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFile, IconFiles, IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { Pager } from '@/components/collection/pager';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useSizeText } from '@/components/fields/use-size-text';
import { api, pathOf } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { FILE_SORTS, type LayerFileRow } from '@/contract/schemas/layers/journal';
import { useRead } from '@/lib/api/hooks';
import { useListSettings } from '@/lib/collection/list-settings';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { PlainMap, type ShapeSet, toMapLayers } from '@/map';
import classes from './layer-files.module.css';

const PAGE = 50;
const PAUSE_MS = 300;
const SWITCHES = { order: [], hidden: new Set<number>(), opacity: new Map(), off: new Map() };

export interface LayerFilesProps {
  layer: Layer;
  /** Opens the record of a file. */
  onOpen: (record: number) => void;
}

const isPicture = ({ type }: LayerFileRow) => type.startsWith('image/');
/** Whatever the answer says: files come from our own call. */
const addressOf = ({ id, layer_data }: LayerFileRow) =>
  `/api/${pathOf(api.files.content, { id })}?layer_data=${layer_data}`;

function FileEntry({ file, onOpen }: { file: LayerFileRow; onOpen: (record: number) => void }) {
  const t = useTranslations('layerPage.files');
  const { date } = useFormat();
  const size = useSizeText();
  const name = file.label || file.name;
  return (
    <li className={classes.file}>
      <Anchor href={addressOf(file)} target="_blank" rel="noreferrer" className={classes.thumb} title={file.name}>
        {isPicture(file) ? (
          // biome-ignore lint/performance/noImgElement: a file of a record, behind the session
          <img src={addressOf(file)} alt={name} loading="lazy" decoding="async" />
        ) : (
          <>
            <IconFile size={32} stroke={1.4} aria-hidden />
            <span className={classes.hidden}>{name}</span>
          </>
        )}
      </Anchor>
      <div className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        <UnstyledButton className={classes.record} onClick={() => onOpen(file.layer_data)}>
          <bdi>{file.title}</bdi>
        </UnstyledButton>
        <small>
          {size(file.size)} · <time dateTime={file.create_date}>{date(file.create_date)}</time>
          {file.user && (
            <>
              {' · '}
              <bdi>{personName(file.user)}</bdi>
            </>
          )}
          {file.pending && ` · ${t(`pending.${file.pending}`)}`}
        </small>
      </div>
    </li>
  );
}

/** Where the records of these pictures are. */
function FilesMap({ layer, files, onOpen }: LayerFilesProps & { files: readonly LayerFileRow[] }) {
  const t = useTranslations('layerPage.files');
  const layers = useMemo(() => toMapLayers([layer], SWITCHES), [layer]);
  const sets = useMemo<ShapeSet[]>(() => {
    const places = new Map(files.flatMap(({ layer_data, place }) => (place ? [[layer_data, place] as const] : [])));
    const shapes = [...places].map(([id, coordinates]) => ({ id, geometry: { type: 'Point' as const, coordinates } }));
    return [{ id: 'files', role: 'found', shapes }];
  }, [files]);
  return (
    <div className={classes.map}>
      <PlainMap label={t('map', { layer: layer.label })} layers={layers} sets={sets} onPick={(_, id) => onOpen(id)} />
    </div>
  );
}

interface FilesBodyProps extends LayerFilesProps {
  read: ReturnType<typeof useRead<typeof api.layerRecords.files>>;
  face: 'grid' | 'list' | 'map';
  isFiltered: boolean;
}

/** The page of files, or why there is none. */
function FilesBody({ layer, read, face, isFiltered, onOpen }: FilesBodyProps) {
  const t = useTranslations('layerPage.files');
  const files = read.data?.results;
  return (
    <>
      {read.error && !files && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {!read.error && !files && <ListSkeleton rows={6} />}
      {files?.length === 0 && (
        <EmptyState
          icon={<IconFiles size={24} />}
          title={t(isFiltered ? 'noneFound' : 'none')}
          text={t(isFiltered ? 'noneFoundText' : 'noneText')}
          noAct={isFiltered ? 'beside' : 'final'}
        />
      )}
      {files && files.length > 0 && face === 'map' && (
        <FilesMap layer={layer} files={files.filter(isPicture)} onOpen={onOpen} />
      )}
      {files && files.length > 0 && face !== 'map' && (
        <ul className={classes.files} data-face={face} aria-label={t('title')} aria-busy={read.isFetching}>
          {files.map((file) => (
            <FileEntry key={file.id} file={file} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </>
  );
}

const SORTS = ['all', ...FILE_SORTS] as const;

export default function LayerFiles({ layer, onOpen }: LayerFilesProps) {
  const t = useTranslations('layerPage.files');
  const [sort, setSort] = useState<(typeof SORTS)[number]>('all');
  const [{ face: lastFace = 'grid' }, setSettings] = useListSettings('layerFiles');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [page, setPage] = useState(1);
  const query = {
    limit: PAGE,
    offset: (page - 1) * PAGE,
    ...(sort === 'all' ? {} : { kind: sort }),
    ...(search ? { search } : {}),
  };
  const read = useRead(api.layerRecords.files, { params: { id: layer.id }, query }, { keep: true });
  const faces = layer.type > 0 ? (['grid', 'list', 'map'] as const) : (['grid', 'list'] as const);
  // A layer without places has no map of them.
  const face = faces.find((one) => one === lastFace) ?? 'grid';
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>
        <TextInput
          type="search"
          className={classes.search}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          maxLength={200}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
        <SegmentedControl
          aria-label={t('sort')}
          data={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          value={sort}
          onChange={(next) => {
            setSort(next as typeof sort);
            setPage(1);
          }}
        />
        <SegmentedControl
          aria-label={t('face')}
          data={faces.map((value) => ({ value, label: t(`faces.${value}`) }))}
          value={face}
          onChange={(next) => setSettings({ face: next as typeof face })}
        />
      </div>
      <FilesBody layer={layer} read={read} face={face} isFiltered={sort !== 'all' || search !== ''} onOpen={onOpen} />
      {read.data && read.data.count > 0 && (
        <Pager
          page={page}
          size={PAGE}
          rowCount={read.data.results.length}
          count={read.data.count}
          isCapped={read.data.count_capped ?? false}
          onPage={setPage}
        />
      )}
    </div>
  );
}
