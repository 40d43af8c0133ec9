// The drawings' panel: what is drawn next and how it looks, what can be done with the chosen ones, and the list of all.
'use client';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { NumberField } from '@/components/fields/number-field';
import { PanelActions } from '@/components/layout/panel';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { shapeOf } from '@/map/geo/drawings';
import { extentOf } from '@/map/geo/measure';
import { changeDrawings, type Item, useDrawings } from '@/map/state/drawings';
import { planOf } from '@/map/state/drawings-sync';
import { flash } from '@/map/state/flash';
import { useSketch } from '@/map/state/sketch';
import type { MapHandle } from '@/map/tool-types';
import section from '../parts/section.module.css';
import { SketchPanel } from '../sketch-panel';
import { useMachine } from '../use-machine';
import { Actions } from './actions';
import classes from './drawings.module.css';
import { ExportButton, ImportButton } from './files';
import { Kinds } from './kinds';
import { DrawingsList } from './list/list';
import { ListHead } from './list/list-head';
import { machine } from './machine';
import { retryDrawings } from './own-drawings';
import { StyleEditor } from './style-editor';
import { useDeletion, useImportedChoice, useMarks } from './use-chosen';
import { useChosenLook } from './use-chosen-look';
import { useDrawingKeys } from './use-drawing-keys';
import { useToolResults } from './use-tool-results';

/** Drawings that blink at once. */
const MAX_FLASHED = 200;

const goTo = (map: MapHandle, list: readonly Item[]) => {
  const shapes = list.map(({ drawing }) => shapeOf(drawing));
  const extent = extentOf(shapes);
  if (extent) map.fitExtent(extent, { maxZoom: 17 });
  flash(shapes.slice(0, MAX_FLASHED));
};

/** Says that the server has not got everything. */
const UnsavedNotice = () => {
  const t = useTranslations('map.tools.drawings');
  const text = useErrorText();
  const { number } = useFormat();
  const { items, saved, failure, saving } = useDrawings();
  const plan = useMemo(() => planOf({ items, saved }), [items, saved]);
  const unsaved = plan.create.length + plan.edit.length + plan.remove.length;
  if (failure === null || unsaved === 0) return null;
  return (
    <Alert color="orange" role="alert" title={t('notSaved', { count: unsaved, shown: number(unsaved) })}>
      <p className={classes.why}>{text(failure)}</p>
      <Button size="compact-sm" variant="default" loading={saving} onClick={retryDrawings}>
        {t('retry')}
      </Button>
    </Alert>
  );
};

export const DrawingsPanel = () => {
  const t = useTranslations('map.tools.drawings');
  const map = useMap();
  const [{ mode, results }, act] = useMachine('drawings', machine);
  const read = useRead(api.drawings.list, {}, { staleTime: 60_000 });
  const { items, selected, owner } = useDrawings();
  const sketching = useSketch((s) => s.mode !== 'none');
  useToolResults(results, (n) => act({ do: 'taken', n }));

  const picked = useMemo(() => items.filter(({ key }) => selected.has(key)), [items, selected]);
  useMarks(mode, picked);

  const show = (list: readonly Item[]) => goTo(map, list);
  const edit = ({ key, drawing }: Item) => act({ do: 'edit', key, geometry: drawing.geometry });
  const { remove, removeAll } = useDeletion();
  useDrawingKeys({
    mode,
    selected: [...selected],
    onRemove: (keys) => void remove(keys),
    onLeave: () => act({ do: 'choose' }),
  });

  const working = mode.kind === 'edit' || mode.kind === 'aim';
  const { types, style, restyle } = useChosenLook(mode, picked);
  const circle = picked.length === 1 && picked[0]?.drawing.type === 'circle' ? picked[0] : undefined;
  const chooseImported = useImportedChoice();

  return (
    <Stack gap="md">
      <Kinds mode={mode} act={act} />
      {(mode.kind === 'draw' || working) && (
        <SketchPanel done={mode.kind === 'draw' && ['point', 'text'].includes(mode.type) ? null : t('done')} />
      )}
      {working && (
        <PanelActions>
          <Button variant="default" onClick={() => act({ do: 'choose' })}>
            {t('cancel')}
          </Button>
        </PanelActions>
      )}
      {!working && mode.kind === 'choose' && picked.length > 0 && (
        <Actions items={picked} act={act} onShow={show} onEdit={edit} onDelete={(list) => void remove(list)} />
      )}
      {circle && (
        <NumberField
          label={t('radius')}
          value={Number((circle.drawing.radius ?? 0).toFixed(3))}
          min={0.001}
          max={20_000_000}
          onChange={(radius) => changeDrawings([circle.key], (d) => ({ ...d, radius }), 'radius')}
        />
      )}
      {!working && types.length > 0 && (
        <section aria-label={t('lookTitle')}>
          <StyleEditor
            types={types}
            style={style}
            words={mode.kind === 'draw' || picked.length === 1}
            onChange={restyle}
          />
        </section>
      )}
      <UnsavedNotice />
      <section className={section.section} aria-label={t('list')}>
        <ListHead canUndo={!(sketching && working)} isEmpty={items.length === 0} onDeleteAll={() => void removeAll()} />
        <Group gap="xs">
          <ImportButton onDone={chooseImported} />
          {items.length > 0 && <ExportButton items={picked.length > 0 ? picked : items} />}
        </Group>
        {owner === null && read.isPending && <ListSkeleton rows={3} />}
        {owner === null && read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
        {owner !== null && <DrawingsList onShow={show} onEdit={edit} onDelete={(list) => void remove(list)} />}
      </section>
    </Stack>
  );
};
