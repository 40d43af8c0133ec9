// What can be done with the chosen drawings: shape them, join and cut them, copy and delete them.
'use client';
import { Button, Menu } from '@mantine/core';
import {
  IconArrowMerge,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconCopy,
  IconFocusCentered,
  IconLayersDifference,
  IconRotate2,
  IconRotateClockwise2,
  IconScissors,
  IconShape,
  IconTool,
  IconTrash,
  IconVectorSpline,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import {
  kindOf,
  moveDrawing,
  reshapeDrawing,
  resized,
  rotateDrawing,
  shapeOf,
  simplifyDrawing,
  typeAfter,
} from '@/map/geo/drawings';
import { actOnDrawings, addDrawings, changeDrawings, type Item, useDrawings } from '@/map/state/drawings';
import { NumberField } from '../parts/number-field';
import classes from './drawings.module.css';
import type { Aim, DrawingsAction } from './machine';

/** Pixels by which a copy lies beside what it was copied from. */
const BESIDE = 16;
/** Drawings that are joined or moved sideways at once. */
const MAX_AT_ONCE = 500;

interface ActionsProps {
  items: readonly Item[];
  act: (action: DrawingsAction) => void;
  onShow: (items: readonly Item[]) => void;
  onEdit: (item: Item) => void;
  onDelete: (keys: readonly number[]) => void;
}

export const Actions = ({ items, act, onShow, onEdit, onDelete }: ActionsProps) => {
  const t = useTranslations('map.tools.drawings');
  const text = useErrorText();
  const { number } = useFormat();
  const map = useMap();
  const [degrees, setDegrees] = useState(15);
  const [percent, setPercent] = useState(110);
  const [metres, setMetres] = useState(10);
  const [side, setSide] = useState(10);
  const [more, setMore] = useState(false);
  const [busy, setBusy] = useState(false);
  const keys = items.map(({ key }) => key);
  const only = items.length === 1 ? items[0] : undefined;
  const kinds = new Set(items.map(({ drawing }) => kindOf(drawing)));
  const kind = kinds.size === 1 ? [...kinds][0] : undefined;
  const shaped = kinds.has('line') || kinds.has('area');

  const copy = () => {
    const { center } = map.getView();
    const [x, y] = map.project(center);
    const [lng, lat] = map.unproject([x + BESIDE, y + BESIDE]);
    const keys = addDrawings(items.map(({ drawing }) => moveDrawing(drawing, lng - center[0], lat - center[1])));
    useDrawings.setState({ selected: new Set(keys) });
  };
  const thin = () => {
    const changed = items.filter(({ drawing }) => simplifyDrawing(drawing, metres) !== drawing).length;
    changeDrawings(keys, (drawing) => simplifyDrawing(drawing, metres));
    toast({ type: 'info', message: t('thinned', { count: changed, shown: number(changed) }) });
  };
  /** Work of the server's; what was changed meanwhile is left alone. */
  const ask = async (how: 'merge' | 'offset', list: readonly Item[]) => {
    setBusy(true);
    try {
      const geometries = list.map(({ drawing }) => shapeOf(drawing));
      const shapes = await call(api.drawings.shape, {
        body: { how, geometries, ...(how === 'offset' ? { metres: side } : {}) },
      });
      const now = new Map(useDrawings.getState().items.map((item) => [item.key, item.drawing]));
      if (list.some(({ key, drawing }) => now.get(key) !== drawing)) return;
      const [whole] = shapes;
      const [first, ...rest] = list;
      if (how === 'merge' && whole && first)
        actOnDrawings([
          { key: first.key, before: first.drawing, after: reshapeDrawing({ ...first.drawing, radius: null }, whole) },
          ...rest.map(({ key, drawing }) => ({ key, before: drawing, after: null })),
        ]);
      // A moved line, a grown area: beside the old one, so that both can be compared.
      else
        useDrawings.setState({
          selected: new Set(
            addDrawings(
              shapes.map((geometry, i) => {
                const { drawing } = list[i] as Item;
                return { ...drawing, geometry, radius: null, type: typeAfter('polygon', geometry) };
              }),
            ),
          ),
        });
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    } finally {
      setBusy(false);
    }
  };
  const aim = (what: Aim, item: Item) => {
    const area = kindOf(item.drawing) === 'area';
    const shape =
      what === 'split'
        ? 'line'
        : what === 'hole'
          ? 'polygon'
          : area
            ? 'polygon'
            : kindOf(item.drawing) === 'line'
              ? 'line'
              : 'point';
    act({ do: 'aim', aim: what, key: item.key, shape });
  };
  const several = items.length > 1 && items.length <= MAX_AT_ONCE && kind !== undefined;
  return (
    <section aria-label={t('actions')}>
      <div className={classes.buttons}>
        <IconButton label={t('zoom')} onClick={() => onShow(items)}>
          <IconFocusCentered size={18} />
        </IconButton>
        <IconButton label={t('edit')} disabled={!only} onClick={() => only && onEdit(only)}>
          <IconVectorSpline size={18} />
        </IconButton>
        <IconButton label={t('copy')} onClick={copy}>
          <IconCopy size={18} />
        </IconButton>
        <IconButton
          label={several ? t('merge') : t('mergeWhat')}
          disabled={!several}
          loading={busy}
          onClick={() => void ask('merge', items)}
        >
          <IconArrowMerge size={18} />
        </IconButton>
        <IconButton
          label={only && shaped ? t('split') : t('splitWhat')}
          disabled={!only || !shaped}
          onClick={() => only && aim('split', only)}
        >
          <IconScissors size={18} />
        </IconButton>
        <Menu withinPortal position="bottom-end">
          <Menu.Target>
            <IconButton label={t('parts')} disabled={!only || only.drawing.type === 'text'}>
              <IconLayersDifference size={18} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={kind !== 'area'} onClick={() => only && aim('hole', only)}>
              {t('hole')}
            </Menu.Item>
            <Menu.Item onClick={() => only && aim('part', only)}>{t('part')}</Menu.Item>
            <Menu.Item
              disabled={only?.drawing.type !== 'circle'}
              leftSection={<IconShape size={16} />}
              onClick={() =>
                changeDrawings(keys, (d) => ({ ...d, geometry: shapeOf(d), type: 'polygon', radius: null }))
              }
            >
              {t('asPolygon')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <IconButton label={t('more2')} aria-expanded={more} onClick={() => setMore(!more)}>
          <IconTool size={18} />
        </IconButton>
        <IconButton label={t('deleteChosen')} color="red" onClick={() => onDelete(keys)}>
          <IconTrash size={18} />
        </IconButton>
      </div>
      {more && (
        <div className={classes.fields}>
          <NumberField size="xs" label={t('degrees')} value={degrees} min={1} max={180} onChange={setDegrees} />
          <div className={classes.both}>
            <IconButton label={t('turnLeft')} onClick={() => changeDrawings(keys, (d) => rotateDrawing(d, -degrees))}>
              <IconRotate2 size={18} />
            </IconButton>
            <IconButton label={t('turnRight')} onClick={() => changeDrawings(keys, (d) => rotateDrawing(d, degrees))}>
              <IconRotateClockwise2 size={18} />
            </IconButton>
          </div>
          <NumberField size="xs" label={t('percent')} value={percent} min={101} max={1000} onChange={setPercent} />
          <div className={classes.both}>
            <IconButton label={t('larger')} onClick={() => changeDrawings(keys, (d) => resized(d, percent / 100))}>
              <IconArrowsDiagonal size={18} />
            </IconButton>
            <IconButton label={t('smaller')} onClick={() => changeDrawings(keys, (d) => resized(d, 100 / percent))}>
              <IconArrowsDiagonalMinimize2 size={18} />
            </IconButton>
          </div>
          {shaped && (
            <>
              <NumberField
                size="xs"
                label={t('simplifyMetres')}
                value={metres}
                min={0.01}
                max={100_000}
                onChange={setMetres}
              />
              <Button size="xs" variant="default" px="xs" onClick={thin}>
                {t('simplify')}
              </Button>
            </>
          )}
          <NumberField
            size="xs"
            label={t('offsetMetres')}
            value={side}
            min={-100_000}
            max={100_000}
            onChange={setSide}
          />
          <Button
            size="xs"
            variant="default"
            px="xs"
            loading={busy}
            disabled={kind === undefined || items.length > MAX_AT_ONCE || side === 0}
            onClick={() => void ask('offset', items)}
          >
            {t('offset')}
          </Button>
        </div>
      )}
    </section>
  );
};
