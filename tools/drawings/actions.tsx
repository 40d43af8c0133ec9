// What can be done with the chosen drawings: shape them, join and cut them, copy and delete them.
'use client';
import { Menu } from '@mantine/core';
import {
  IconArrowMerge,
  IconCopy,
  IconFocusCentered,
  IconLayersDifference,
  IconScissors,
  IconShape,
  IconTool,
  IconTrash,
  IconVectorSpline,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { useMap } from '@/map/canvas/provider';
import { kindOf, moveDrawing, shapeOf } from '@/map/geo/drawings';
import { addDrawings, changeDrawings, type Item, useDrawings } from '@/map/state/drawings';
import classes from './drawings.module.css';
import type { Aim, DrawingsAction } from './machine';
import { FIRST_NUMBERS, TransformFields } from './transform-fields';
import { useServerShapes } from './use-server-shapes';

/** Pixels by which a copy lies beside what it was copied from. */
const BESIDE = 16;
/** Drawings that are joined or moved sideways at once. */
const MAX_AT_ONCE = 500;

/** What is drawn to split a drawing, to cut a hole in it, or to give it another part. */
const shapeFor = (what: Aim, { drawing }: Item): 'point' | 'line' | 'polygon' => {
  if (what === 'split') return 'line';
  const kind = kindOf(drawing);
  if (what === 'hole' || kind === 'area') return 'polygon';
  return kind === 'line' ? 'line' : 'point';
};

interface PartsMenuProps {
  /** The only drawing that is chosen. */
  item: Item | undefined;
  onAim: (what: Aim, item: Item) => void;
}

const PartsMenu = ({ item, onAim }: PartsMenuProps) => {
  const t = useTranslations('map.tools.drawings');
  const toPolygon = ({ key }: Item) =>
    changeDrawings([key], (d) => ({ ...d, geometry: shapeOf(d), type: 'polygon', radius: null }));
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <IconButton label={t('parts')} disabled={!item || item.drawing.type === 'text'}>
          <IconLayersDifference size={18} />
        </IconButton>
      </Menu.Target>
      {item && (
        <Menu.Dropdown>
          <Menu.Item disabled={kindOf(item.drawing) !== 'area'} onClick={() => onAim('hole', item)}>
            {t('hole')}
          </Menu.Item>
          <Menu.Item onClick={() => onAim('part', item)}>{t('part')}</Menu.Item>
          <Menu.Item
            disabled={item.drawing.type !== 'circle'}
            leftSection={<IconShape size={16} />}
            onClick={() => toPolygon(item)}
          >
            {t('asPolygon')}
          </Menu.Item>
        </Menu.Dropdown>
      )}
    </Menu>
  );
};

interface ActionsProps {
  items: readonly Item[];
  act: (action: DrawingsAction) => void;
  onShow: (items: readonly Item[]) => void;
  onEdit: (item: Item) => void;
  onDelete: (keys: readonly number[]) => void;
}

export const Actions = ({ items, act, onShow, onEdit, onDelete }: ActionsProps) => {
  const t = useTranslations('map.tools.drawings');
  const map = useMap();
  const [numbers, setNumbers] = useState(FIRST_NUMBERS);
  const [more, setMore] = useState(false);
  const shapes = useServerShapes();
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
  const aim = (what: Aim, item: Item) => act({ do: 'aim', aim: what, key: item.key, shape: shapeFor(what, item) });
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
          loading={shapes.busy}
          onClick={() => void shapes.merge(items)}
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
        <PartsMenu item={only} onAim={aim} />
        <IconButton label={t('more2')} aria-expanded={more} onClick={() => setMore(!more)}>
          <IconTool size={18} />
        </IconButton>
        <IconButton label={t('deleteChosen')} color="red" onClick={() => onDelete(keys)}>
          <IconTrash size={18} />
        </IconButton>
      </div>
      {more && (
        <TransformFields
          items={items}
          numbers={numbers}
          onNumbers={setNumbers}
          shapes={shapes}
          canSimplify={shaped}
          canOffset={kind !== undefined && items.length <= MAX_AT_ONCE}
        />
      )}
    </section>
  );
};
