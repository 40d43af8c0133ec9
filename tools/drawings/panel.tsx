// The drawings' panel: what is drawn next and how it looks, what can be done with the chosen ones, and the list of all.
'use client';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { PanelActions } from '@/components/layout/panel';
import { api } from '@/contract';
import type { DrawingStyle } from '@/contract/schemas/drawing';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { shapeOf } from '@/map/geo/drawings';
import { partsFor, styleFor } from '@/map/geo/drawings-look';
import { extentOf } from '@/map/geo/measure';
import { actOnDrawings, changeDrawings, type Item, planOf, undoDrawing, useDrawings } from '@/map/state/drawings';
import { flash } from '@/map/state/flash';
import { useOverlay } from '@/map/state/overlay';
import { useSketch } from '@/map/state/sketch';
import { NumberField } from '../parts/number-field';
import section from '../parts/section.module.css';
import { SketchPanel } from '../sketch-panel';
import { useMachine } from '../use-machine';
import { Actions } from './actions';
import classes from './drawings.module.css';
import { ExportButton, ImportButton } from './files';
import { Kinds } from './kinds';
import { DrawingsList } from './list';
import { ListHead } from './list-head';
import { machine } from './machine';
import { retryDrawings } from './own-drawings';
import { StyleEditor } from './style-editor';
import { useDrawingKeys } from './use-drawing-keys';
import { useToolResults } from './use-tool-results';

const OWNER = 'drawings';
/** How the chosen ones are marked on the map, and how many of them. */
const MARK = { role: 'mark', width: 2, dash: 'dash', fill_opacity: 0, size: 12, opacity: 0.7 } as const;
const MAX_MARKED = 500;
/** Drawings that blink at once. */
const MAX_FLASHED = 200;
/** Drawings from which taking them away is asked about first. */
const ASK_FROM = 20;

const withStyle = (style: DrawingStyle, change: Partial<Record<keyof DrawingStyle, unknown>>): DrawingStyle => {
  const next = { ...style, ...change };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
};

export const DrawingsPanel = () => {
  const t = useTranslations('map.tools.drawings');
  const text = useErrorText();
  const { number } = useFormat();
  const map = useMap();
  const dialogs = useDialogs();
  const [{ mode, results }, act] = useMachine('drawings', machine);
  const read = useRead(api.drawings.list, {}, { staleTime: 60_000 });
  const { items, saved, selected, look, failure, saving, owner } = useDrawings();
  const sketching = useSketch((s) => s.mode !== 'none');
  useToolResults(results, (n) => act({ do: 'taken', n }));

  const picked = useMemo(() => items.filter(({ key }) => selected.has(key)), [items, selected]);
  const plan = useMemo(() => planOf({ items, saved }), [items, saved]);
  const unsaved = plan.create.length + plan.edit.length + plan.remove.length;

  useEffect(() => {
    useDrawings.setState({ editing: mode.kind === 'edit' ? mode.key : null });
    return () => useDrawings.setState({ editing: null });
  }, [mode]);

  useEffect(() => {
    const { show: mark } = useOverlay.getState();
    const marked = mode.kind === 'edit' ? [] : picked.slice(0, MAX_MARKED);
    mark(
      OWNER,
      marked.map(({ drawing }) => ({ geometry: shapeOf(drawing), ...MARK })),
    );
    return () => mark(OWNER, []);
  }, [picked, mode]);

  const show = (list: readonly Item[]) => {
    const shapes = list.map(({ drawing }) => shapeOf(drawing));
    const extent = extentOf(shapes);
    if (extent) map.fitExtent(extent, { maxZoom: 17 });
    flash(shapes.slice(0, MAX_FLASHED));
  };
  const edit = ({ key, drawing }: Item) => act({ do: 'edit', key, geometry: drawing.geometry });
  const remove = useCallback(
    async (keys: readonly number[]) => {
      const count = keys.length;
      const sure =
        count < ASK_FROM ||
        (await dialogs.confirm({
          title: t('deleteSure', { count, shown: number(count) }),
          text: t('deleteText'),
          confirm: t('delete'),
          danger: true,
        }));
      if (!sure) return;
      changeDrawings(keys, () => null);
      toast({
        type: 'info',
        id: 'drawings-deleted',
        message: t('deleted', { count, shown: number(count) }),
        action: { label: t('undo'), run: () => undoDrawing() },
      });
    },
    [dialogs, t, number],
  );

  useDrawingKeys({
    mode,
    selected: [...selected],
    onRemove: (keys) => void remove(keys),
    onLeave: () => act({ do: 'choose' }),
  });

  const working = mode.kind === 'edit' || mode.kind === 'aim';
  const types = mode.kind === 'draw' ? [mode.type] : [...new Set(picked.map(({ drawing }) => drawing.type))];
  const style = mode.kind === 'draw' ? look : (picked[0]?.drawing.style ?? look);
  const restyle = (change: Partial<Record<keyof DrawingStyle, unknown>>) => {
    // The words belong to one text; the rest of a look stays for the next drawing.
    const { text: _, ...lasting } = change;
    useDrawings.setState({ look: withStyle(look, mode.kind === 'draw' ? change : lasting) });
    if (mode.kind !== 'draw')
      changeDrawings(
        selected,
        (d) => {
          const own = partsFor([d.type]);
          const fits = Object.fromEntries(
            Object.entries(change).filter(([part]) => own.has(part as keyof DrawingStyle)),
          );
          return Object.keys(fits).length > 0 ? { ...d, style: styleFor(d.type, withStyle(d.style, fits)) } : d;
        },
        `look/${Object.keys(change).join()}`,
      );
  };

  const circle = picked.length === 1 && picked[0]?.drawing.type === 'circle' ? picked[0] : undefined;
  const [imported, setImported] = useState<readonly number[]>([]);
  // What came from a file is chosen as soon as it is here.
  useEffect(() => {
    if (imported.length === 0) return;
    const ids = new Set(imported);
    const here = [...saved].filter(([, { id }]) => ids.has(id)).map(([key]) => key);
    if (here.length < ids.size) return;
    setImported([]);
    useDrawings.setState({ selected: new Set(here) });
  }, [imported, saved]);

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
      {failure !== null && unsaved > 0 && (
        <Alert color="orange" role="alert" title={t('notSaved', { count: unsaved, shown: number(unsaved) })}>
          <p className={classes.why}>{text(failure)}</p>
          <Button size="compact-sm" variant="default" loading={saving} onClick={retryDrawings}>
            {t('retry')}
          </Button>
        </Alert>
      )}
      <section className={section.section} aria-label={t('list')}>
        <ListHead canUndo={!(sketching && working)} isEmpty={items.length === 0} onDeleteAll={() => void removeAll()} />
        <Group gap="xs">
          <ImportButton onDone={setImported} />
          {items.length > 0 && <ExportButton items={picked.length > 0 ? picked : items} />}
        </Group>
        {owner === null && read.isPending && <ListSkeleton rows={3} />}
        {owner === null && read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
        {owner !== null && <DrawingsList onShow={show} onEdit={edit} onDelete={(list) => void remove(list)} />}
      </section>
    </Stack>
  );

  async function removeAll() {
    const count = items.length;
    const sure = await dialogs.confirm({
      title: t('deleteSure', { count, shown: number(count) }),
      text: t('deleteText'),
      confirm: t('deleteAll'),
      danger: true,
    });
    if (sure) actOnDrawings(items.map(({ key, drawing }) => ({ key, before: drawing, after: null })));
  }
};
