// Coordinates' panel: the system, a box to write a place in, and the places that were taken.
'use client';
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconCopy,
  IconCrosshair,
  IconDeviceFloppy,
  IconFocusCentered,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { EmptyState } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import list from '@/components/kept-list.module.css';
import { MoreMenu } from '@/components/layout/more-menu';
import { Num } from '@/components/num';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { usePlaceText } from '@/map/state/coordinates';
import { flash } from '@/map/state/flash';
import { useOverlay } from '@/map/state/overlay';
import type { LngLat } from '@/map/types';
import { CoordinateBox } from '../coordinates';
import { useOwnResults } from '../drawings/use-own-results';
import { useMachine } from '../use-machine';
import classes from './coordinates.module.css';
import { type CoordinatesAction, machine, type Place } from './machine';
import { SystemFields } from './system-fields';

const OWNER = 'coordinates';
const pointOf = (at: LngLat) => ({ type: 'Point' as const, coordinates: [...at] });

interface PlacesHeadProps {
  onCopy: () => void;
  onKeep: () => void;
  onClear: () => void;
}

const PlacesHead = ({ onCopy, onKeep, onClear }: PlacesHeadProps) => {
  const t = useTranslations('map.tools.coordinates');
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" fw={600} flex={1}>
        {t('places')}
      </Text>
      <IconButton label={t('copyAll')} variant="subtle" color="gray" size={28} onClick={onCopy}>
        <IconCopy size={16} />
      </IconButton>
      <IconButton label={t('keepAll')} variant="subtle" color="gray" size={28} onClick={onKeep}>
        <IconDeviceFloppy size={16} />
      </IconButton>
      <IconButton label={t('clear')} variant="subtle" color="gray" size={28} onClick={onClear}>
        <IconTrashX size={16} />
      </IconButton>
    </Group>
  );
};

interface PlaceRowProps {
  place: Place;
  onShow: () => void;
  onCopy: () => void;
  onKeep: () => void;
  onRemove: () => void;
}

const PlaceRow = ({ place, onShow, onCopy, onKeep, onRemove }: PlaceRowProps) => {
  const t = useTranslations('map.tools.coordinates');
  const { coordinates, number } = useFormat();
  const write = usePlaceText();
  return (
    <li>
      <Num className={classes.id} value={place.id} />
      <bdi dir="ltr" className={classes.place}>
        {/* Two numbers part between them, if anywhere. */}
        {coordinates(write(place.at))
          .split(/(?<=[,\u060c] )/)
          .map((part) => (
            <span key={part}>{part}</span>
          ))}
      </bdi>
      <IconButton label={t('show', { n: number(place.id) })} variant="subtle" color="gray" size={28} onClick={onShow}>
        <IconFocusCentered size={16} />
      </IconButton>
      <MoreMenu label={t('more', { n: number(place.id) })}>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={onCopy}>
          {t('copy')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={onKeep}>
          {t('keep')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
          {t('remove')}
        </Menu.Item>
      </MoreMenu>
    </li>
  );
};

export const CoordinatesPanel = () => {
  const t = useTranslations('map.tools.coordinates');
  const { number } = useFormat();
  const map = useMap();
  const [{ places }, act] = useMachine('coordinates', machine);
  const write = usePlaceText();
  const own = useOwnResults('coordinates');

  useEffect(() => {
    const { show } = useOverlay.getState();
    show(
      OWNER,
      places.map(({ id, at }) => ({ geometry: pointOf(at), size: 5, text: number(id) })),
    );
    return () => show(OWNER, []);
  }, [places, number]);

  const copy = (list: readonly Place[]) => own.copy(list.map(({ at }) => write(at)).join('\n'));
  const keep = (list: readonly Place[]) =>
    own.keep(list.map(({ at }) => ({ geometry: pointOf(at), type: 'point' as const, label: write(at) })));
  const drop = (list: readonly Place[], action: CoordinatesAction) => {
    act(action);
    own.dropped(list.length, () => act({ do: 'restore', places: list }));
  };
  const show = ({ at }: Place) => {
    map.flyTo({ center: at });
    flash([pointOf(at)]);
  };

  // The order of taking reads best in what is taken along.
  const inOrder = [...places].reverse();
  return (
    <Stack gap="md">
      <SystemFields />
      <CoordinateBox labelled />
      <Button
        variant="default"
        leftSection={<IconCrosshair size={16} />}
        onClick={() => map.send(map.gestureAt('typed'))}
      >
        {t('middle')}
      </Button>
      {places.length === 0 ? (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="beside" />
      ) : (
        <section aria-label={t('places')}>
          <PlacesHead
            onCopy={() => void copy(inOrder)}
            onKeep={() => void keep(inOrder)}
            onClear={() => drop(places, { do: 'clear' })}
          />
          <ul className={list.list}>
            {places.map((place) => (
              <PlaceRow
                key={place.id}
                place={place}
                onShow={() => show(place)}
                onCopy={() => void copy([place])}
                onKeep={() => void keep([place])}
                onRemove={() => drop([place], { do: 'remove', id: place.id })}
              />
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
};
