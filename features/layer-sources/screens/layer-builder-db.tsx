// A table of a foreign database becomes a layer in three looks on one page: which database, which table, what of it.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ComponentType } from 'react';
import { FormBody } from '@/components/form/resource-form';
import { Page } from '@/components/layout/page';
import type { Who } from '@/lib/routes/rules';
import { ConnectionCard } from '../parts/database/connection-card';
import classes from '../parts/database/database.module.css';
import { type CrsSelect, LayerCard } from '../parts/database/layer-card';
import { PreviewCard } from '../parts/database/preview-card';
import { TablesCard } from '../parts/database/tables-card';
import { useDatabase } from '../parts/database/use-database';

export interface LayerBuilderDbProps {
  who: Who | null;
  /** Of the import. */
  Crs: CrsSelect;
  JobWatch: ComponentType<{ id: string; onAgain: () => void }>;
}

export function LayerBuilderDbScreen({ who, Crs, JobWatch }: LayerBuilderDbProps) {
  const t = useTranslations('layerSources.database');
  const database = useDatabase();
  const { resource, job } = database;
  const { arcsde, table } = resource.form.values;
  if (job !== null)
    return (
      <Page title={t('title')} width={880}>
        <JobWatch id={job} onAgain={() => database.again(true)} />
        <div className={classes.foot}>
          <Button variant="default" onClick={() => database.again(false)}>
            {t('another')}
          </Button>
        </div>
      </Page>
    );
  const choices = (
    <div className={classes.form}>
      <ConnectionCard database={database} isSuperuser={who?.superuser ?? false} />
      {arcsde !== null && <TablesCard key={arcsde} database={database} />}
    </div>
  );
  if (!table) return <Page title={t('title')} width={880}>{choices}</Page>; // biome-ignore format: one line
  return (
    <Page title={t('title')} width={1360}>
      <div className={classes.split}>
        <div className={classes.choices}>{choices}</div>
        <div className={classes.look}>
          <PreviewCard key={`${table.schema}.${table.table}`} database={database} />
        </div>
        <div className={classes.fields}>
          <FormBody resource={resource} isNew submit={t('create')} names={{ label: t('label') }}>
            <LayerCard key={`${table.schema}.${table.table}`} database={database} table={table} Crs={Crs} />
          </FormBody>
        </div>
      </div>
    </Page>
  );
}
