// What would come of the work, on the map and as values; asked again by itself after a change, and saved nowhere.
'use client';
import { Alert, Button, Group, Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCopy, IconFocusCentered, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo } from 'react';
import { EmptyState, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import type { AnalysisFeature, AnalysisOrder } from '@/contract/schemas/analysis';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { useMap } from '@/map/canvas/provider';
import { extentOf } from '@/map/geo/measure';
import { flash } from '@/map/state/flash';
import { useOverlay } from '@/map/state/overlay';
import { PALETTE } from '@/map/style/palette';
import section from '../parts/section.module.css';
import classes from './analysis.module.css';
import { toTable } from './table';
import { ValuesTable } from './values-table';

const OWNER = 'analysis';
/** The tool's own colour, which neither the selection nor a sketch has. */
const WAIT_MS = 500;
/** Closer than this the map does not go to a single shape. */
const CLOSE_ZOOM = 17;

interface PreviewProps {
  order: Omit<AnalysisOrder, 'into'>;
  /** Revisions of the layers that take part: a changed layer is asked again. */
  revs: readonly number[];
  onClose: () => void;
}

const LOOK = { role: 'result', width: 2, fill_opacity: 0.22, size: 5 } as const;

/** The result of an order, as it stands on the server and on the map. */
const usePreview = (order: PreviewProps['order'], revs: PreviewProps['revs']) => {
  const orderKey = JSON.stringify(order);
  const [settled] = useDebouncedValue(orderKey, WAIT_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['analysis', settled, revs],
    queryFn: ({ signal }) => call(api.analysis.run, { body: { ...JSON.parse(settled), into: 'shapes' } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  const stale = settled !== orderKey || isPlaceholderData || isFetching;
  const features = error ? undefined : data?.features;
  const columns = data?.columns ?? [];

  const shapes = useMemo(() => (features ?? []).map(({ geometry }) => ({ geometry, ...LOOK })), [features]);
  useEffect(() => {
    useOverlay.getState().show(OWNER, shapes);
    return () => useOverlay.getState().show(OWNER, []);
  }, [shapes]);
  return { data, error, features, columns, stale, refetch };
};

interface SummaryProps {
  features: readonly AnalysisFeature[];
  /** Shapes that nothing could be made of. */
  skipped: number;
  /** Pixels below the number of shapes. */
  gap: number;
}

const Summary = ({ features, skipped, gap }: SummaryProps) => {
  const t = useTranslations('map.tools.analysis');
  const { number } = useFormat();
  return (
    <>
      {features.length === 0 ? (
        <EmptyState title={t('nothing')} text={t('nothingText')} noAct="beside" />
      ) : (
        <Text size="sm" role="status" mb={gap}>
          {t('shapes', { count: features.length, shown: number(features.length) })}
        </Text>
      )}
      {skipped > 0 && (
        <Text size="xs" c="dimmed" mb={8}>
          {t('skipped', { count: skipped, shown: number(skipped) })}
        </Text>
      )}
    </>
  );
};

const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const t = useTranslations('map.tools.analysis');
  const text = useErrorText();
  // The server's own sentence says what to do about it.
  const refused = error instanceof CallError && error.kind === 'message';
  return (
    <Alert color="orange" role="alert">
      <Text size="sm">{text(error)}</Text>
      {!refused && (
        <Button size="compact-xs" variant="default" mt={6} onClick={onRetry}>
          {t('previewAgain')}
        </Button>
      )}
    </Alert>
  );
};

export const Preview = ({ order, revs, onClose }: PreviewProps) => {
  const t = useTranslations('map.tools.analysis');
  const theme = useComputedColorScheme('dark');
  const valueText = useValueText();
  const map = useMap();
  const { data, error, features, columns, stale, refetch } = usePreview(order, revs);
  const goTo = (features: readonly AnalysisFeature[]) => {
    const extent = extentOf(features.map(({ geometry }) => geometry));
    if (extent) map.fitExtent(extent, { maxZoom: CLOSE_ZOOM });
  };
  const copy = (copied: string) =>
    void navigator.clipboard.writeText(copied).then(
      () => toast({ type: 'success', message: t('copied') }),
      () => toast({ type: 'warning', message: t('notCopied') }),
    );
  return (
    <section className={section.section} aria-label={t('preview')}>
      <div className={section.head}>
        <span className={classes.dot} style={{ background: PALETTE[theme].tools.result }} aria-hidden />
        <h3>{t('preview')}</h3>
        {features && features.length > 0 && (
          <>
            <IconButton label={t('zoom')} variant="subtle" color="gray" size={28} onClick={() => goTo(features)}>
              <IconFocusCentered size={16} />
            </IconButton>
            {columns.length > 0 && (
              <IconButton
                label={t('copyTable')}
                variant="subtle"
                color="gray"
                size={28}
                onClick={() => copy(toTable(columns, features, valueText))}
              >
                <IconCopy size={16} />
              </IconButton>
            )}
          </>
        )}
        <IconButton label={t('hide')} variant="subtle" color="gray" size={28} onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </div>
      {stale && (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" role="status">
            {t('previewing')}
          </Text>
          <Button size="compact-xs" variant="default" onClick={onClose}>
            {t('stop')}
          </Button>
        </Group>
      )}
      {!data && !error && <Skeleton height={64} />}
      {error && !stale && <Failure error={error} onRetry={() => void refetch()} />}
      {features && (
        <div className={stale ? classes.stale : undefined}>
          <Summary features={features} skipped={data?.skipped ?? 0} gap={columns.length > 0 ? 8 : 0} />
          {features.length > 0 && columns.length > 0 && (
            <ValuesTable
              columns={columns}
              features={features}
              onCopy={copy}
              onShow={(feature) => {
                goTo([feature]);
                flash([feature.geometry]);
              }}
            />
          )}
        </div>
      )}
    </section>
  );
};
