// Where a new record lies: drawn, where one stands, or written; what is known of it, and what is odd about it.
'use client';
import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { IconCurrentLocation, IconPencil, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import type { Geometry } from '@/contract/schemas/common';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { areaOf, checkWithin, type LngLat, lengthOf, readPlace, usePlaceText } from '@/map';
import { useMeasureText, useOwnRegions } from '@/tools';
import { fitsKind, type PlaceKind, readShape } from '../../logic/read-shape';
import classes from './add.module.css';
import { useOwnPlace } from './use-own-place';

interface PlaceBlockProps {
  kind: PlaceKind;
  place: Geometry | null;
  isDrawing: boolean;
  /** The middle of the map: it says the zone of a place that is written without one. */
  middle: () => LngLat;
  onPlace: (place: Geometry | null) => void;
  onDraw: (isDrawing: boolean) => void;
}

/** What was written, as a place of the layer's kind; null where it is none. */
async function readPlaceOf(kind: PlaceKind, text: string, near: LngLat): Promise<Geometry | null> {
  const shape = readShape(text);
  if (shape) return fitsKind(shape, kind) ? shape : null;
  const at = kind === 'point' ? await readPlace(text, near) : null;
  return at && { type: 'Point', coordinates: [...at] };
}

/** Length, area and region of a place, in words. */
function PlaceFacts({ place }: { place: Geometry }) {
  const t = useTranslations('records.add.place');
  const measure = useMeasureText();
  const { coordinates } = useFormat();
  const write = usePlaceText();
  const region = useRead(api.regions.at, { body: { geometry: place } }).data?.region;
  const { type } = place;
  const size = type.endsWith('Polygon')
    ? t('area', { value: measure(areaOf(place), 'area') })
    : t('length', { value: measure(lengthOf(place), 'length') });
  return (
    <Text size="sm" component="p" m={0}>
      {place.type === 'Point' ? (
        <bdi dir="ltr">{coordinates(write([place.coordinates[0] ?? 0, place.coordinates[1] ?? 0]))}</bdi>
      ) : type.endsWith('Point') ? (
        t('points')
      ) : (
        size
      )}
      {region && (
        <>
          {' · '}
          <bdi>{region.label}</bdi>
        </>
      )}
    </Text>
  );
}

function WrittenPlace({ kind, middle, onPlace }: Pick<PlaceBlockProps, 'kind' | 'middle' | 'onPlace'>) {
  const t = useTranslations('records.add.place');
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const put = async () => {
    const place = await readPlaceOf(kind, text, middle());
    setWrong(place === null && text.trim() !== '');
    if (!place) return;
    onPlace(place);
    setText('');
  };
  return (
    <div className={classes.written}>
      <Textarea
        label={t(`write.${kind}`)}
        dir="ltr"
        placeholder={kind === 'point' ? '35.7, 51.4' : 'WKT / GeoJSON'}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
        error={isWrong && t(`wrong.${kind}`)}
        rows={1}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          void put();
        }}
      />
      <Button variant="default" onClick={() => void put()}>
        {t('put')}
      </Button>
    </div>
  );
}

export function PlaceBlock({ kind, place, isDrawing, middle, onPlace, onDraw }: PlaceBlockProps) {
  const t = useTranslations('records.add.place');
  const { number } = useFormat();
  const areas = useOwnRegions(place !== null);
  const outside = useMemo(() => (place ? checkWithin(place, areas) : 'none'), [place, areas]);
  const own = useOwnPlace();
  return (
    <section className={classes.place} aria-label={t('title')}>
      <div className={classes.placeHead} role="status">
        {place ? <PlaceFacts place={place} /> : <Text size="sm">{t(isDrawing ? `drawing.${kind}` : 'none')}</Text>}
        {place && (
          <IconButton label={t('clear')} onClick={() => onPlace(null)}>
            <IconX size={16} />
          </IconButton>
        )}
      </div>
      <Group gap="xs">
        <Button
          variant={isDrawing ? 'light' : 'default'}
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-pressed={isDrawing}
          aria-keyshortcuts="Alt+G"
          onClick={() => onDraw(!isDrawing)}
        >
          {t(place ? 'again' : 'draw')}
        </Button>
        {kind === 'point' && (
          <Button
            variant="default"
            leftSection={<IconCurrentLocation size={16} aria-hidden />}
            loading={own.isPending}
            onClick={() => own.find(([lng, lat]) => onPlace({ type: 'Point', coordinates: [lng, lat] }))}
          >
            {t('mine')}
          </Button>
        )}
      </Group>
      {own.problem && (
        <Text size="sm" c="red" role="alert">
          {t(`problem.${own.problem}`)}
        </Text>
      )}
      {own.accuracy !== null && place?.type === 'Point' && (
        <Text size="sm" c="dimmed">
          {t('accuracy', { m: number(Math.round(own.accuracy)) })}
        </Text>
      )}
      <WrittenPlace kind={kind} middle={middle} onPlace={onPlace} />
      {outside !== 'none' && (
        <Alert color="orange" role="status" py="xs">
          {t(`outside.${outside}`)}
        </Alert>
      )}
    </section>
  );
}
