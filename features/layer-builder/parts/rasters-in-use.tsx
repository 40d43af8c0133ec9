// Rasters that are layers already, each with its file and a way to it.
'use client';
import { Anchor } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ErrorState, TableSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import classes from './raster.module.css';

export function RastersInUse() {
  const t = useTranslations('layerBuilder.raster');
  const { number } = useFormat();
  const list = useRead(api.layers.rasters, {});
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  if (list.data?.length === 0) return null;
  return (
    <Card title={t('inUse')}>
      {!list.data && <TableSkeleton rows={3} columns={3} />}
      <ul className={classes.list}>
        {list.data?.map(({ id, label, file, width, height, bands }) => (
          <li key={id} className={classes.item}>
            <span className={classes.words}>
              <Anchor component={Link} href={`${href('home')}?layer=${id}`} prefetch={false}>
                <bdi>{label}</bdi>
              </Anchor>
              <span className={classes.hint}>
                <bdi>{file}</bdi>
                {width !== null && height !== null && (
                  <>
                    {' '}
                    ·{' '}
                    {t('size', {
                      width: number(width),
                      height: number(height),
                      bands: number(bands ?? 1),
                      count: bands ?? 1,
                    })}
                  </>
                )}
              </span>
            </span>
            <Anchor
              component={Link}
              href={href('rasterEditor', { id })}
              prefetch={false}
              aria-label={t('editOf', { label })}
            >
              {t('edit')}
            </Anchor>
          </li>
        ))}
      </ul>
    </Card>
  );
}
