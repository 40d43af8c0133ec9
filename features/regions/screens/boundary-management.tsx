// The boundaries of an organisation: their tree, the map that they are drawn on, and a sheet of the one that is open.
'use client';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus, IconPolygon, IconUpload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { LeaveGuard } from '@/components/form/leave-guard';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { ImportDialog } from '../parts/dialogs/import-dialog';
import { RoomDialogs } from '../parts/dialogs/room-dialogs';
import { LayerPick } from '../parts/map/layer-pick';
import { MapTools } from '../parts/map/map-tools';
import { RegionMap } from '../parts/map/region-map';
import { SightBar } from '../parts/map/sight';
import classes from '../parts/regions.module.css';
import { SheetPlace } from '../parts/sheet/sheet-place';
import { TreePlace } from '../parts/tree/tree-place';
import { type Room, useRoom } from '../parts/use-room';

/** /app/boundary-management */
export function BoundaryManagementScreen() {
  const t = useTranslations('regions');
  const tree = useRead(api.regions.tree, {});
  const room = useRoom(tree.data ?? []);
  const [isImporting, setImporting] = useState(false);
  const [side, setSide] = useState<'tree' | 'map'>('tree');
  const { editor, sheet } = room;
  const draw = () => {
    room.drawNew();
    setSide('map');
  };
  useHotkeys('screen', [{ keys: 'KeyN', run: draw }]);
  const isEmpty = tree.data?.length === 0 && !editor.draft;
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={draw}>
      {t('draw')}
    </Button>
  );
  const importButton = (
    <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setImporting(true)}>
      {t('importFile')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      fill
      actions={
        isEmpty
          ? undefined
          : [importButton, addButton].map((one, i) => <span key={i === 0 ? 'import' : 'draw'}>{one}</span>)
      }
    >
      <div className={classes.room} data-sheet={sheet !== null || undefined} data-side={side}>
        <LeaveGuard isDirty={editor.isDirty} onDiscard={editor.end} />
        <SegmentedControl
          className={classes.sides ?? ''}
          aria-label={t('sides.label')}
          value={side}
          onChange={(next) => setSide(next as 'tree' | 'map')}
          data={(['tree', 'map'] as const).map((value) => ({ value, label: t(`sides.${value}`) }))}
        />
        <section className={classes.treePlace} aria-label={t('tree.label')}>
          {tree.error ? (
            <ErrorState error={tree.error} retry={() => void tree.refetch()} />
          ) : !tree.data ? (
            <ListSkeleton rows={10} />
          ) : isEmpty ? (
            <EmptyState
              icon={<IconPolygon size={24} />}
              title={t('empty.title')}
              text={t('empty.text')}
              action={
                <div className={classes.acts}>
                  {addButton}
                  {importButton}
                </div>
              }
            />
          ) : (
            <TreePlace
              tree={tree.data}
              open={room.open}
              onOpen={room.show}
              onMend={(id) => {
                room.setTab('fit');
                room.show(id);
              }}
              onUnion={room.setJoining}
            />
          )}
        </section>
        <MapPlace room={room} />
        <SheetPlace room={room} tree={tree.data ?? []} />
        <RoomDialogs room={room} tree={tree.data ?? []} />
        {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      </div>
    </Page>
  );
}

function MapPlace({ room }: { room: Room }) {
  const t = useTranslations('regions.map');
  const { editor } = room;
  return (
    <section className={classes.mapPlace} aria-label={t('label')}>
      <RegionMap
        open={room.region}
        whole={room.whole}
        editor={editor}
        pointed={room.pointed}
        sight={room.sight.ground}
        layer={room.layer}
        onOpen={room.show}
        onRecord={room.takeRecord}
      >
        <MapTools
          editor={editor}
          open={room.region}
          onSave={room.askSave}
          onCancel={() => void room.dropDraft()}
          onSimplify={room.askSimplify}
          onLayer={room.pickFromLayer}
        />
        <div className={classes.over}>
          {editor.tool === 'pick' ? (
            <LayerPick layer={room.layer?.id ?? null} onLayer={room.setLayer} />
          ) : (
            <SightBar person={room.person} sight={room.sight} onPerson={room.setPerson} />
          )}
        </div>
      </RegionMap>
    </section>
  );
}
