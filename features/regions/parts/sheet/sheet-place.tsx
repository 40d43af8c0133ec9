// Beside the map: the sheet of the open region, or the form of a new one whose shape is drawn.
'use client';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, FormSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Panel } from '@/components/layout/panel';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { exportRegions } from '../bulk/export';
import classes from '../regions.module.css';
import type { Room } from '../use-room';
import { Facts } from './facts';
import { RegionSheet } from './region-sheet';

const WIDE = '(min-width: 720px)';

export function SheetPlace({ room, tree }: { room: Room; tree: readonly RegionBranch[] }) {
  const t = useTranslations('regions');
  const errorText = useErrorText();
  const isWide = useMediaQuery(WIDE) ?? true;
  const { sheet, region, resource, editor, writes } = room;
  if (sheet === null) return null;
  if (sheet === 'new')
    return (
      <Panel className={classes.sheet ?? ''} title={t('new')} isPage={!isWide} onClose={() => void room.dropDraft()}>
        {editor.draft?.geometry ? (
          <Facts
            key={room.newLabel}
            tree={tree}
            region={null}
            etag={null}
            geometry={editor.draft.geometry}
            begin={{ label: room.newLabel }}
            writes={writes}
            onCancel={() => void room.dropDraft()}
            onSaved={({ id }) => {
              room.clear();
              room.showNow(id);
            }}
          />
        ) : (
          <Callout>{t('drawFirst')}</Callout>
        )}
      </Panel>
    );
  return (
    <Panel
      className={classes.sheet ?? ''}
      title={region?.label ?? t('one')}
      isPage={!isWide}
      onClose={() => room.show(null)}
    >
      {resource.error && !region ? (
        <ErrorState error={resource.error} retry={() => void resource.refetch()} />
      ) : region && resource.data ? (
        <RegionSheet
          key={region.id}
          resource={resource.data}
          tree={tree}
          writes={writes}
          tab={room.tab}
          onTab={room.setTab}
          onPoint={room.setPointed}
          onMend={room.mend}
          onSight={room.setPerson}
          onRemove={room.askRemove}
          onExport={() =>
            void exportRegions([region.id], tree, region.label).catch((error) =>
              toast({ type: 'error', message: errorText(error) }),
            )
          }
        />
      ) : (
        <FormSkeleton fields={5} />
      )}
    </Panel>
  );
}
