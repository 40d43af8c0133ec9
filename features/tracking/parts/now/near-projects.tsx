// Projects under way near a person, the nearest first.
'use client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { OnlineUser } from '@/contract/schemas/tracking';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { href } from '@/lib/routes/rules';
import { useMeasureText } from '@/map';
import classes from '../tracking.module.css';

const ROWS = 5;

export interface NearProjectsProps {
  user: OnlineUser['user'];
  /** Longitude and latitude of the person's last place. */
  at: readonly [number, number];
  onClose: () => void;
}

export default function NearProjects({ user, at: [lon, lat], onClose }: NearProjectsProps) {
  const t = useTranslations('tracking.near');
  const measure = useMeasureText();
  const { data, error, refetch } = useRead(api.projectWork.near, { query: { lon, lat } }, { staleTime: 0 });
  const states = useRead(api.projects.states, {}, { staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  const factsOf = ({ state, distance }: NonNullable<typeof data>[number]) =>
    [
      states.find(({ id }) => id === state)?.name,
      distance === 0 ? t('inside') : t('away', { distance: measure(distance, 'length') }),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Dialog opened onClose={onClose} title={t('title', { name: personName(user) })}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={ROWS} />
      ) : data.length === 0 ? (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="beside" />
      ) : (
        <ul className={classes.near} aria-label={t('label')}>
          {data.map((project) => (
            <li key={project.id}>
              <Link className={classes.nearRow} href={href('projectDetails', { id: project.id })} prefetch={false}>
                <bdi className={classes.name}>{project.name}</bdi>
                <span className={classes.facts}>{factsOf(project)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
