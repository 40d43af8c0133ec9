// What stands in a region: projects, and records by layer.
'use client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { href } from '@/lib/routes/rules';
import classes from '../regions.module.css';

export function Work({ id }: { id: number }) {
  const t = useTranslations('regions.work');
  const work = useRead(api.regions.work, { params: { id } });
  if (work.error) return <ErrorState error={work.error} retry={() => void work.refetch()} />;
  if (!work.data) return <ListSkeleton />;
  const { projects, projects_total, layers, capped } = work.data;
  return (
    <div className={classes.stack}>
      <h3 className={classes.part}>{t('projects')}</h3>
      {projects.length === 0 ? (
        <p className={classes.nothing}>{t('noProjects')}</p>
      ) : (
        <ul className={classes.list}>
          {projects.map(({ id: project, name }) => (
            <li key={project} className={classes.person}>
              <Link href={href('projectDetails', { id: project })} prefetch={false} className={classes.name}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {projects_total > projects.length && <p className={classes.nothing}>{t('more')}</p>}
      <h3 className={classes.part}>{t('records')}</h3>
      {layers.length === 0 ? (
        <p className={classes.nothing}>{t('noRecords')}</p>
      ) : (
        <ul className={classes.list}>
          {layers.map(({ id: layer, label, count }) => (
            <li key={layer} className={classes.person}>
              <Link href={href('layerData', { id: layer })} prefetch={false} className={classes.name}>
                <bdi>{label}</bdi>
              </Link>
              <Num value={count} isCapped={capped} />
            </li>
          ))}
        </ul>
      )}
      {capped && <Callout>{t('capped')}</Callout>}
    </div>
  );
}
