// One of each of the larger parts, with samples in the messages' words, so that both languages and directions can be seen.
'use client';
import { Button, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Matrix } from '@/components/collection/matrix';
import { applyCells, type MatrixValue } from '@/components/collection/matrix-cells';
import { moveItem } from '@/components/collection/sort-order';
import { Sortable } from '@/components/collection/sortable';
import { Timeline } from '@/components/collection/timeline';
import { LanguageSwitch } from '@/components/layout/language-switch';
import { Conversation, Talk } from '@/components/templates/conversation';
import { Inbox } from '@/components/templates/inbox';
import { RecordPage } from '@/components/templates/record-page';
import { Studio } from '@/components/templates/studio';
import { Wizard } from '@/components/templates/wizard';
import type { Geometry } from '@/contract/schemas/common';
import { PlainMap, RecordDiffMap, type ShapeSet } from '@/map';
import { QueryEditor } from '@/tools';
import { Charts } from './charts';

const square = (lng: number, lat: number, size: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [lng, lat],
      [lng + size, lat],
      [lng + size, lat + size],
      [lng, lat + size],
      [lng, lat],
    ],
  ],
});
const SETS: readonly ShapeSet[] = [
  { id: 'region', role: 'region', shapes: [{ id: 1, geometry: square(51, 35, 0.6) }] },
  { id: 'before', role: 'before', shapes: [{ id: 2, geometry: square(51.08, 35.08, 0.18) }] },
  { id: 'after', role: 'after', shapes: [{ id: 3, geometry: square(51.14, 35.12, 0.18) }] },
  {
    id: 'found',
    role: 'found',
    shapes: [
      { id: 4, geometry: square(51.38, 35.08, 0.12) },
      { id: 5, geometry: { type: 'Point', coordinates: [51.5, 35.4] } },
    ],
  },
  {
    id: 'track',
    role: 'track',
    shapes: [
      {
        id: 6,
        geometry: { type: 'LineString', coordinates: [[51.05, 35.5], [51.2, 35.42], [51.4, 35.5]] }, // biome-ignore format: a line
      },
    ],
  },
];
function Maps() {
  const t = useTranslations('common');
  const map = useTranslations('map');
  const [picked, setPicked] = useState('');
  const [isDrawing, setDrawing] = useState(false);
  return (
    <>
      <div style={{ blockSize: 360 }}>
        <PlainMap
          label={map('title')}
          sets={SETS}
          onPick={(set, feature) => setPicked(`${set} ${feature}`)}
          drawing={isDrawing ? 'polygon' : null}
          onDraw={(geometry) => {
            setDrawing(false);
            setPicked(geometry.type);
          }}
        />
      </div>
      <Button variant="default" onClick={() => setDrawing(!isDrawing)}>
        {t('edit')}
      </Button>
      <output data-testid="picked">{picked}</output>
      <div style={{ blockSize: 300 }}>
        <RecordDiffMap before={square(51, 35, 0.01)} after={square(51.003, 35.002, 0.01)} />
      </div>
    </>
  );
}

const WORDS = ['save', 'delete', 'edit', 'search', 'help'] as const;
const COLUMNS = ['view', 'add', 'edit', 'delete'] as const;

function Lists() {
  const t = useTranslations('common');
  const rights = useTranslations('layers.access.rights');
  const [order, setOrder] = useState<readonly (typeof WORDS)[number][]>(WORDS);
  const [value, setValue] = useState<MatrixValue>(new Map([['r1', new Set(['view', 'edit'])]]));
  const [query, setQuery] = useState<ComponentProps<typeof QueryEditor>['value']>({
    and: [{ field: 'name', is: 'contains', value: 'a' }],
  });
  const [size, setSize] = useState(8);
  const rows = Array.from({ length: size }, (_, i) => ({
    id: `r${i}`,
    label: `${t('appName')} ${i}`,
    ...(i > 2 ? { group: i % 2 ? t('more') : t('home') } : {}),
  }));
  return (
    <Stack>
      <Sortable
        label={t('all')}
        items={order.map((id) => ({ id, label: t(id) }))}
        onMove={(from, to) => setOrder(moveItem(order, from, to))}
      />
      <Matrix
        label={t('all')}
        head={t('details')}
        columns={COLUMNS.map((id) => ({ id, label: rights(id) }))}
        rows={rows}
        value={value}
        onChange={(changes) => setValue(applyCells(value, changes))}
        disabledReason={(row, column) => (row === 'r2' && column === 'delete' ? t('forbiddenText') : null)}
        maxHeight={320}
      />
      <Button variant="default" onClick={() => setSize(2000)}>
        {t('more')}
      </Button>
      <Timeline
        label={t('details')}
        entries={[
          { id: 1, at: '2026-11-21T09:30:00Z', who: t('appName'), what: t('edit'), body: t('appDescription') },
          { id: 2, at: '2026-11-21T08:00:00Z', who: t('appName'), what: t('save') },
          { id: 3, at: '2026-11-20T08:00:00Z', who: t('appName'), what: t('delete') },
        ]}
      />
      <QueryEditor
        value={query}
        onChange={setQuery}
        fields={[
          { name: 'name', label: t('appName'), type: 'text' },
          { name: 'size', label: t('details'), type: 'integer' },
        ]}
      />
      <output data-testid="query" dir="ltr">
        {JSON.stringify(query)}
      </output>
    </Stack>
  );
}

function Templates() {
  const t = useTranslations('common');
  const place = (key: (typeof WORDS)[number]) => ({ label: t(key), content: <p>{t('appDescription')}</p> });
  const boxes: ReactNode[] = [
    <Studio
      key="studio"
      bar={t('appName')}
      palette={place('search')}
      canvas={place('edit')}
      inspector={place('help')}
    />,
    <Inbox
      key="inbox"
      head={t('appName')}
      queue={place('search')}
      map={{ label: t('home'), content: <RecordDiffMap before={null} after={square(51, 35, 0.01)} /> }}
      diff={place('help')}
    />,
    <Conversation key="talks" list={place('search')}>
      <Talk label={t('edit')}>{place('edit').content}</Talk>
    </Conversation>,
  ];
  return (
    <div>
      <RecordPage
        title={t('appName')}
        crumbs={[
          { label: t('home'), href: '#home' },
          { label: t('all'), href: '#all' },
        ]}
        tabs={WORDS.slice(0, 3).map((id) => ({ id, label: t(id), content: <p>{t('appDescription')}</p> }))}
        tab="save"
        onTab={() => {}}
      />
      <Wizard
        title={t('appDescription')}
        steps={WORDS.slice(0, 4).map((id) => ({ id, label: t(id) }))}
        step="delete"
        foot={<Button>{t('next')}</Button>}
      >
        <p>{t('notFoundText')}</p>
      </Wizard>
      {boxes.map((box, i) => (
        <div key={WORDS[i]} style={{ blockSize: 320, marginBlock: 16 }}>
          {box}
        </div>
      ))}
    </div>
  );
}

export function Kit() {
  return (
    <Stack component="main" p="lg" gap="lg">
      <LanguageSwitch />
      <Maps />
      <Charts />
      <Lists />
      <Templates />
    </Stack>
  );
}
